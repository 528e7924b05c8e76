/** Addresses of EVM networks, Bitcoin and Tron, in lower case. */
const ADDRESSES = [/0x[0-9a-f]{40}(?![0-9a-f])/g, /bc1[0-9a-z]{25,60}/g, /(?<![0-9a-z])t[1-9a-z]{33}(?![0-9a-z])/g]

/**
 * Whether a copied text is shown, an address also by its first digits, and which address of the same kind is shown in its place; null: none.
 * @param texts what a page shows, in lower case, with and without its spaces: pages break lines and colour words.
 * @param copied in lower case, without spaces.
 */
export function shownIn(texts: readonly string[], copied: string): { shown: boolean; instead: string | null } {
  const kind = kindOf(copied)
  if (kind === undefined) return { shown: texts.some((text) => text.includes(copied)), instead: null }
  const short = new RegExp(`${copied.slice(0, 6)}[0-9a-z]{0,8}(?:\\.{2,3}|…|\\*{2,4})`)
  const shown = texts.some((text) => text.includes(copied) || short.test(text))
  const other = shown ? undefined : texts.flatMap((text) => text.match(kind) ?? []).find((one) => one !== copied)
  return { shown, instead: other ?? null }
}

/** The addresses in a text that are of the same kind as the given one, each once. Both in lower case. */
export function addressesIn(text: string, like: string): string[] {
  const kind = kindOf(like)
  return kind === undefined ? [] : [...new Set(text.match(kind) ?? [])]
}

function kindOf(address: string): RegExp | undefined {
  return ADDRESSES.find((pattern) => address.match(pattern)?.[0] === address)
}
