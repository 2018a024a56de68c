import CWideVectors

/// True if inner loops may use vectors of eight floats, as on most x86-64 processors; the results
/// are identical bit for bit.
let hasWideVectors = fresnel_has_wide_vectors()

/// True if they may use vectors of sixteen floats, and tables in registers.
let hasWiderVectors = fresnel_has_wider_vectors()

/// True if the processor converts between half floats and floats.
let hasHalfVectors = fresnel_has_half_vectors()
