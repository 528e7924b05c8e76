/** A name as an eye takes it: without case, spaces, signs and the forms of letters that only look different. */
export function plainName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()
}
