import { CHAIN_IDS, CHAINS } from '@redoubt/risk/chain.ts'
import type { Importer } from './importer.ts'
import { jsonValues } from './jsonValues.ts'
import { member } from './member.ts'

/** Uniswap's token list schema (tokenlists.org): `{"tokens": [{"chainId": 1, "address": "0x…", "symbol": "…", "name": "…"}]}`. */
export const tokenList: Importer = (text, into, { format }) =>
  jsonValues(text, into, {
    format,
    path: ['tokens'],
    onValue: (token) => {
      const address = member(token, 'address')
      const chainId = member(token, 'chainId')
      if (typeof chainId !== 'number') return into.refuse('malformed', address)
      const chain = CHAINS.find((candidate) => CHAIN_IDS[candidate] === chainId)
      if (chain === undefined) return into.refuse('other-network', address)
      into.add(address, { chain, name: nameOf(member(token, 'name'), member(token, 'symbol')) })
    },
  })

/** `Tether USD (USDT)`; both are strangers' text of any length, cut before they are joined. */
function nameOf(name: unknown, symbol: unknown): string | null {
  const [long, short] = [name, symbol].map((text) => (typeof text === 'string' ? text.trim().slice(0, 256) : ''))
  if (long && short && long !== short) return `${long} (${short})`
  return long || short || null
}
