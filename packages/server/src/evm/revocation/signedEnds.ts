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
import { type DomainTerms, domainTermsOf, FORM } from '../../domain/signedTerms.ts'
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
 * token's own domain is another than that of the scanned message, neither message is good for it, and none is made. Of an account that runs code
 * (EIP-7702) a token may ask that code (ERC-1271), which decides itself what it takes for a signature.
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
      const { ends, endless } = await endsOf(chain, { block, owner, group }, signal)
      made.ends.push(...ends)
      made.endless.push(...endless)
    }),
  )
  return made
}

type Known = { permission: RevokedPermission; terms: DomainTerms; domain: SignedDomain }

/**
 * Several permits of one nonce and form end by one, signed for the token's own domain: whichever of them is used, the others cannot be. Each form has
 * its own end, for a token takes one form only, and a page can ask for a message of the other. Where the token does not tell its domain, each domain
 * has its own for the same reason.
 */
async function endsOf(
  chain: ChainSource,
  { block, owner, group }: { block: PinnedBlock; owner: Address; group: readonly RevokedPermission[] },
  signal: AbortSignal,
): Promise<SignedEnds> {
  const made: SignedEnds = { ends: [], endless: [] }
  const tell = (permission: RevokedPermission, detail: string) => made.endless.push({ permission, detail })
  const token = group[0]?.token ?? null
  const known = group.flatMap((permission): Known[] => {
    const terms = token === null ? null : domainTermsOf(permission.terms)
    if (terms !== null && token !== null)
      return [{ permission, terms, domain: domainOf(terms, { token, chainId: CHAIN_IDS[block.chain] }) }]
    tell(permission, UNKNOWN_MESSAGE)
    return []
  })
  if (token === null || known.length === 0) return made
  const [separator = null, answer = null] = await readStateBefore(chain, block)(
    [
      { to: token, data: encodeFunctionData({ abi: ABI, functionName: 'DOMAIN_SEPARATOR' }) },
      { to: token, data: encodeFunctionData({ abi: ABI, functionName: 'nonces', args: [owner] }) },
    ],
    signal,
  )
  const told = separator?.length === 66 ? separator : null
  const nonce = wordAt(answer)
  const isDai = ({ terms }: Known) => (terms.form & FORM.dai) !== 0
  const keyOf = (one: Known) => [isDai(one), ...(told === null ? [domainHash(one.domain)] : [])].join(':')
  for (const alike of Map.groupBy(known, keyOf).values()) {
    const permissions = alike.map((other) => other.permission)
    const one = alike.find(({ domain }) => told === null || domainHash(domain) === told)
    if (one === undefined) {
      for (const other of permissions) tell(other, OTHER_DOMAIN)
      continue
    }
    const { permission, domain } = one
    const id = permission.tokenId ?? 0n
    if (permission.standard === 'authorization-signature')
      made.ends.push(cancellation({ token, owner, domain, group: permissions, id }))
    else if (nonce !== permission.tokenId)
      for (const other of permissions) tell(other, nonce === null ? UNKNOWN_MESSAGE : LATER_NONCE)
    else {
      const until = block.timestamp + VALID_S
      made.ends.push(
        emptyPermit({ token, owner, domain, group: permissions, one: permission, isDai: isDai(one), until }),
      )
    }
  }
  return made
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
