import { readPack } from './readPack.ts'

let loaded: { selectors: Buffer; texts: string[] } | undefined

/**
 * Function signatures with this selector, without parameter names: `stake(uint256,address)`. More than one where selectors
 * collide: only the bytes that follow can tell.
 * @param selector 4 bytes: hex digits without 0x.
 */
export function packSignatures(selector: string): string[] {
  loaded ??= readSignatures()
  const { selectors, texts } = loaded
  const wanted = Number.parseInt(selector, 16)
  let low = 0
  let high = texts.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (selectors.readUInt32BE(middle * 4) < wanted) low = middle + 1
    else high = middle
  }
  let end = low
  while (end < texts.length && selectors.readUInt32BE(end * 4) === wanted) end++
  return texts.slice(low, end)
}

function readSignatures(): { selectors: Buffer; texts: string[] } {
  const written = readPack().section('signatures') as { selectors: string; texts: string[] }
  return { selectors: Buffer.from(written.selectors, 'base64'), texts: written.texts }
}
