import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { SignedIntent } from '@redoubt/risk/facts/signedIntent.ts'
import type { SignedMessage } from '@redoubt/risk/facts/signedMessage.ts'
import { hexToBytes } from 'viem/utils'
import { authorisedTransfers } from './authorisedTransfers.ts'
import { blur } from './blur.ts'
import { looksRare } from './looksRare.ts'
import { permit2 } from './permit2.ts'
import { permits } from './permits.ts'
import { rarible } from './rarible.ts'
import { rawBytes } from './rawBytes.ts'
import { relayedCalls } from './relayedCalls.ts'
import { safe } from './safe.ts'
import { seaport } from './seaport.ts'
import { sessions } from './sessions.ts'
import { signIn } from './signIn.ts'
import { swapOrders } from './swapOrders.ts'
import type { Recogniser } from './typedMessage.ts'
import { unknownType } from './unknownType.ts'
import { votes } from './votes.ts'
import { zeroEx } from './zeroEx.ts'

const FAMILIES: readonly Recogniser[] = [
  permits,
  permit2,
  authorisedTransfers,
  seaport,
  looksRare,
  blur,
  rarible,
  zeroEx,
  swapOrders,
  safe,
  relayedCalls,
  sessions,
  votes,
]

/**
 * Returns the acts that a signature under the message allows its holder. Empty for words that allow nothing; an unknown type is
 * described by its structure, and never left out. No message makes it throw.
 */
export function recogniseMessage({ account, form }: SignedMessage): SignedIntent[] {
  switch (form.type) {
    case 'typed-data': {
      const message = { ...form, account }
      for (const recognise of FAMILIES) {
        const intents = recognise(message)
        if (intents !== null) return intents
      }
      return unknownType(message)
    }
    case 'hash':
      return [{ kind: 'blind', protocol: null, verifier: null, hash: form.hash }]
    case 'bytes':
      return [rawBytes(form.bytes, account) ?? opaque()]
    default:
      return recogniseText(form.bytes, account)
  }
}

/** Returns the intent of bytes without a known meaning, which the signer cannot read either. */
function opaque(): SignedIntent {
  return { kind: 'unknown', protocol: null, verifier: null, addresses: [], moves: [], deadline: null }
}

/** Recognises words, a sign-in request, or bytes written as hexadecimal text (with or without 0x), which some wallets sign as the bytes. */
function recogniseText(bytes: Hex, account: Address): SignedIntent[] {
  const text = new TextDecoder().decode(hexToBytes(bytes))
  const request = signIn(text.trim())
  if (request !== null) return [request]
  const digits = /^\s*(?:0x)?([0-9a-f]+)\s*$/i.exec(text)?.[1]?.toLowerCase() ?? ''
  if (digits === '' || digits.length % 2 !== 0) return []
  const inner = signIn(new TextDecoder().decode(hexToBytes(`0x${digits}`)).trim())
  if (inner !== null) return [inner]
  if (digits.length === 64) return [{ kind: 'blind', protocol: null, verifier: null, hash: `0x${digits}` }]
  const intent = rawBytes(`0x${digits}`, account)
  return intent === null ? [] : [intent]
}
