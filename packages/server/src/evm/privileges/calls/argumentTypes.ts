/** Types of a function's arguments at the top level: `address,(uint256,bool)[]` is two of them. */
export function argumentTypes(text: string): string[] {
  const types: string[] = []
  let depth = 0
  let start = 0
  for (let at = 0; at <= text.length; at++) {
    const letter = text[at]
    if (letter === '(') depth++
    if (letter === ')') depth--
    if (at < text.length && (letter !== ',' || depth > 0)) continue
    if (at > start) types.push(text.slice(start, at))
    start = at + 1
  }
  return types
}
