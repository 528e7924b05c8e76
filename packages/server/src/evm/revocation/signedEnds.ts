import type { Address, Hex } from '@redoubt/risk/address.ts'
import { CHAIN_IDS } from '@redoubt/risk/chain.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type {
  Permission,
  Revocation,
  RevokedPermission,
  Signing,
  TypedDataToSign,
} from '@redoubt/risk/facts/revocationFacts.ts'
import { encodeFunctionData, getAddress, parseAbi } from 'viem/utils'
import { domainHash, domainOf, domainType, type SignedDomain } from '../../domain/signedDomain.ts'
import { domainTermsOf, FORM } from '../../domain/signedTerms.ts'
import { wordAt } from '../decode/callData.ts'
import { readStateBefore } from '../decode/readState.ts'
import type { ChainSource } from '../rpc/chainSource.ts'

/** Seconds for which the ending permit can be sent: it gives nothing, and only uses its nonce up. */
const VALID_S = 7n * 86_400n
const WORD = 32
const SELECTOR = 4
const ZERO_WORD: Hex = `0x${'0'.repeat(64)}`

const ABI = parseAbi([
  'function nonces(address owner) view returns (uint256)',
  'function DOMAIN_SEPARATOR() view returns (bytes32)',
  'function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
  'function cancelAuthorization(address authorizer, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
])
/** DAI's form of a permit, which has the same name. */
const DAI_ABI = parseAbi([
  'function permit(address holder, address spender, uint256 nonce, uint256 expiry, bool allowed, uint8 v, bytes32 r, bytes32 s)',
])
const fields = (text: string) =>
  text.split(',').map((field) => {
    const [type = '', name = ''] = field.split(' ')
    return { name, type }
  })
export type SignedEnds = { ends: Revocation[]; endless: { permission: RevokedPermission; detail: string }[] }

/**
 * Ends of signatures that only another signature of the account ends: a permit of nothing with the same nonce, and EIP-3009's cancellation.
 * The account signs a message; any account sends the transaction that carries it. Nothing of it can be executed without the key. Where the
 * token's own domain is another than that of the scanned message, neither message is good for it, and none is made.
 * @throws when the state of the chain cannot be read.
 */
export async function planSignedEnds(
  chain: ChainSource,
  { block, owner, permissions }: { block: PinnedBlock; owner: Address; permissions: readonly RevokedPermission[] },
  signal: AbortSignal,
): Promise<SignedEnds> {
  const made: SignedEnds = { ends: [], endless: [] }
  const byNonce = Map.groupBy(permissions, ({ standard, token, tokenId }) => [standard, token, tokenId].join(':'))
  await Promise.all(
    [...byNonce.values()].map(async (group) => {
      const end = await endOf(chain, { block, owner, group }, signal)
      if (typeof end !== 'string') made.ends.push(end)
      else made.endless.push(...group.map((permission) => ({ permission, detail: end })))
    }),
  )
  return made
}

/** Domains of one nonce that are compared with the token's: a page can ask for any number of messages. */
const MAX_DOMAINS = 20

/** Several permits of one nonce end by one: whichever of them is used, the others cannot be. The token's own domain is the one to sign for. */
async function endOf(
  chain: ChainSource,
  { block, owner, group }: { block: PinnedBlock; owner: Address; group: readonly RevokedPermission[] },
  signal: AbortSignal,
): Promise<Revocation | string> {
  const [one] = group
  const token = one?.token ?? null
  const known = [...new Set(group.flatMap(({ terms }) => terms ?? []))].slice(0, MAX_DOMAINS)
  const all = known.flatMap((bytes) => domainTermsOf(bytes) ?? [])
  if (one === undefined || token === null || all.length === 0) return UNKNOWN_MESSAGE
  const [separator = null, nonce = null] = await readStateBefore(chain, block)(
    [
      { to: token, data: encodeFunctionData({ abi: ABI, functionName: 'DOMAIN_SEPARATOR' }) },
      { to: token, data: encodeFunctionData({ abi: ABI, functionName: 'nonces', args: [owner] }) },
    ],
    signal,
  )
  const domains = all.map((terms) => ({ terms, domain: domainOf(terms, { token, chainId: CHAIN_IDS[block.chain] }) }))
  const isTold = separator?.length === 66
  const chosen = isTold ? domains.find(({ domain }) => domainHash(domain) === separator) : domains[0]
  if (chosen === undefined) return OTHER_DOMAIN
  const { terms, domain } = chosen
  if (one.standard === 'authorization-signature')
    return cancellation({ token, owner, domain, group, id: one.tokenId ?? 0n })
  if (wordAt(nonce) !== one.tokenId) return LATER_NONCE
  const isDai = (terms.form & FORM.dai) !== 0
  return emptyPermit({ token, owner, domain, group, one, isDai, until: block.timestamp + VALID_S })
}

const UNKNOWN_MESSAGE =
  'No transaction of the account ends it: only its deadline, another signature with the same nonce that is used first, or moving the tokens away.'
const OTHER_DOMAIN =
  'The message names another domain than the token does now, so that the token does not accept it, and no signature ends it.'
const LATER_NONCE =
  'Its nonce comes after the token’s current one: it cannot be used before, and ends when a permit with that nonce is used.'

type Made = { token: Address; owner: Address; domain: SignedDomain; group: readonly RevokedPermission[] }

function cancellation({ token, owner, domain, group, id }: Made & { id: bigint }): Revocation {
  const nonce: Hex = `0x${id.toString(16).padStart(64, '0')}`
  const message = { authorizer: getAddress(owner), nonce }
  const data = encodeFunctionData({
    abi: ABI,
    functionName: 'cancelAuthorization',
    args: [getAddress(owner), nonce, 0, ZERO_WORD, ZERO_WORD],
  })
  const typedData = typedDataOf(domain, 'CancelAuthorization', 'address authorizer,bytes32 nonce', message)
  return revocation({ method: 'cancelAuthorization', to: token, data, group, typedData, at: 2 })
}

/** It takes back what its spender may have been allowed, besides. */
function emptyPermit({
  token,
  owner,
  domain,
  group,
  one,
  isDai,
  until,
}: Made & { one: Permission; isDai: boolean; until: bigint }): Revocation {
  const [account, spender] = [getAddress(owner), getAddress(one.spender)]
  const nonce = one.tokenId ?? 0n
  if (isDai) {
    const message = { holder: account, spender, nonce: String(nonce), expiry: String(until), allowed: false }
    const args = [account, spender, nonce, until, false, 0, ZERO_WORD, ZERO_WORD] as const
    const data = encodeFunctionData({ abi: DAI_ABI, functionName: 'permit', args })
    const type = 'address holder,address spender,uint256 nonce,uint256 expiry,bool allowed'
    return revocation({
      method: 'permit',
      to: token,
      data,
      group,
      typedData: typedDataOf(domain, 'Permit', type, message),
      at: 5,
    })
  }
  const message = { owner: account, spender, value: '0', nonce: String(nonce), deadline: String(until) }
  const args = [account, spender, 0n, until, 0, ZERO_WORD, ZERO_WORD] as const
  const data = encodeFunctionData({ abi: ABI, functionName: 'permit', args })
  const type = 'address owner,address spender,uint256 value,uint256 nonce,uint256 deadline'
  return revocation({
    method: 'permit',
    to: token,
    data,
    group,
    typedData: typedDataOf(domain, 'Permit', type, message),
    at: 4,
  })
}

/** @param at the argument that is `v`; `r` and `s` follow. */
function revocation({
  method,
  to,
  data,
  group,
  typedData,
  at,
}: Pick<Revocation, 'method' | 'to' | 'data'> & {
  group: readonly RevokedPermission[]
  typedData: TypedDataToSign
  at: number
}): Revocation {
  const parts: Signing['places'] = (['v', 'r', 's'] as const).map((part, index) => ({
    part,
    at: SELECTOR + WORD * (at + index),
  }))
  return {
    method,
    sender: 'sponsor',
    to,
    data,
    authorization: null,
    simulation: null,
    publishing: null,
    alternative: null,
    fundingIsSwept: null,
    signing: { typedData, places: parts },
    permissions: [...group],
  }
}

function typedDataOf(
  domain: SignedDomain,
  primaryType: string,
  members: string,
  message: TypedDataToSign['message'],
): TypedDataToSign {
  return { domain, types: { EIP712Domain: domainType(domain), [primaryType]: fields(members) }, primaryType, message }
}
