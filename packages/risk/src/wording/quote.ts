/** Quotes untrusted words in a sentence of ours: `“words”`, which cannot end the quotation themselves. */
export function quote(words: string): string {
  return `“${words.replaceAll(/[“”"]/g, '')}”`
}
