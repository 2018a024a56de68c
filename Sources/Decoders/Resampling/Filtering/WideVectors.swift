import CWideVectors

/// Whether the innermost loops may use vectors of eight floats: on most processors of x86-64, and
/// without a bit's difference.
let hasWideVectors = fresnel_has_wide_vectors()

/// Whether they may use vectors of sixteen, and tables in registers.
let hasWiderVectors = fresnel_has_wider_vectors()

/// Whether this processor turns half floats into floats, and back, by itself.
let hasHalfVectors = fresnel_has_half_vectors()
