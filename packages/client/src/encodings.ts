/** Bytes of lower-case hexadecimal digits; null for anything else. */
export function hexBytes(text: string): Uint8Array | null {
  if (!/^(?:[0-9a-f]{2})*$/.test(text)) return null
  return Uint8Array.from({ length: text.length / 2 }, (_, place) =>
    Number.parseInt(text.slice(2 * place, 2 * place + 2), 16),
  )
}

/** Bytes of padded base64; null for anything else. */
export function base64Bytes(text: string): Uint8Array | null {
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text)) return null
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
}
