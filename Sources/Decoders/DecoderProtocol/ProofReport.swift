/// What is told of a medium's profile: the next numbers of what it makes of the display's colours
/// (`ProofTable`).
package struct ProofReport: DecoderReport {
  /// The bits of half floats.
  package let bits: [UInt16]

  /// Some numbers, at most `ProofTable.mostAtOnce`.
  package init(bits: [UInt16]) { self.bits = bits }

  package func put(into writer: inout WireWriter) {
    writer.put(.proof)
    writer.put(bits)
  }

  package init?(_ tag: DecoderTag, from reader: inout WireReader) throws(WireError) {
    guard tag == .proof else { return nil }
    bits = try reader.takeProof()
  }
}
