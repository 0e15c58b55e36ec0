// Codes of Huffman of bounded length, and the canonical codes of given lengths as deflate writes them (RFC 1951 §3.2.2).

/**
 * Lengths of the codes by symbol, 0 for symbols that do not occur; at least two symbols get a code, as readers expect.
 * @param greatest length; 2 to its power is at least the number of symbols
 */
export function limitedLengths(frequencies: Uint32Array, greatest: number): Uint8Array {
  const lengths = new Uint8Array(frequencies.length)
  const symbols = [...frequencies.keys()].filter((symbol) => frequencies[symbol]! > 0).sort((a, b) => frequencies[a]! - frequencies[b]!)
  for (let symbol = 0; symbols.length < 2; symbol++) if (!symbols.includes(symbol)) symbols.unshift(symbol)
  // Halved, weights come closer to each other, and the tree flatter: equal ones have the least depth.
  let weights = symbols.map((symbol) => frequencies[symbol]!)
  let depths = depthsOf(weights)
  while (depths[0]! > greatest) {
    weights = weights.map((weight) => (weight + 1) >> 1)
    depths = depthsOf(weights)
  }
  symbols.forEach((symbol, i) => {
    lengths[symbol] = depths[i]!
  })
  return lengths
}

/** Depths of the leaves of Huffman's tree, descending. @param weights ascending, two or more */
function depthsOf(weights: readonly number[]): number[] {
  const leaves = weights.length
  const sums = [...weights]
  const parents: number[] = []
  let leaf = 0
  let node = leaves
  const popSmallest = (): number => (leaf < leaves && (node >= sums.length || weights[leaf]! <= sums[node]!) ? leaf++ : node++)
  while (sums.length < 2 * leaves - 1) {
    const one = popSmallest()
    const other = popSmallest()
    parents[one] = sums.length
    parents[other] = sums.length
    sums.push(sums[one]! + sums[other]!)
  }
  const depths: number[] = []
  depths[sums.length - 1] = 0
  for (let i = sums.length - 2; i >= 0; i--) depths[i] = depths[parents[i]!]! + 1
  return depths.slice(0, leaves)
}

/** Bits from the lowest on, as deflate packs them. */
export function prefixCodes(lengths: Uint8Array): Uint16Array {
  const codes = new Uint16Array(lengths.length)
  let code = 0
  for (let length = 1; length <= 15; length++) {
    for (let symbol = 0; symbol < lengths.length; symbol++) {
      if (lengths[symbol] === length) codes[symbol] = reverseBits(code++, length)
    }
    code <<= 1
  }
  return codes
}

function reverseBits(code: number, length: number): number {
  let reversed = 0
  for (let i = 0; i < length; i++) reversed = (reversed << 1) | ((code >>> i) & 1)
  return reversed
}
