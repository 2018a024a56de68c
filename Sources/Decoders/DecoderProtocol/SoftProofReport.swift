/// A message with the next numbers of a soft-proofing table (`SoftProofTable`).
package struct SoftProofReport: DecoderReport {
  /// The bits of half floats.
  package let bits: [UInt16]

  /// A message with at most `SoftProofTable.mostAtOnce` numbers.
  package init(bits: [UInt16]) { self.bits = bits }

  package func put(into writer: inout WireWriter) {
    writer.put(.proof)
    writer.put(bits)
  }

  package init?(_ tag: DecoderTag, from reader: inout WireReader) throws(WireError) {
    guard tag == .proof else { return nil }
    bits = try reader.takeSoftProof()
  }
}
