/**
 * Splits a list of ABI types: commas within parentheses belong to a tuple.
 * @example splitTypes('address,(uint256,bytes)[]') // ['address', '(uint256,bytes)[]']
 */
export function splitTypes(types: string): string[] {
  const found: string[] = []
  let [depth, start] = [0, 0]
  for (let at = 0; at <= types.length; at++) {
    const letter = types[at]
    if (letter === '(') depth++
    else if (letter === ')') depth--
    else if ((letter === ',' && depth === 0) || letter === undefined) {
      if (at > start) found.push(types.slice(start, at))
      start = at + 1
    }
  }
  return found
}
