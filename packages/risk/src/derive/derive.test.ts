import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address } from '../address.ts'
import { SELECTORS } from '../contract/selectors.ts'
import { type FactProviders, gatherFacts } from '../engine/gatherFacts.ts'
import type { FactName, Facts } from '../facts/facts.ts'
import {
  account,
  approval,
  byAddress,
  change,
  contract,
  ETHER,
  FRIEND,
  invoke,
  MAX_UINT256,
  NFT,
  nft,
  pay,
  ROUTER,
  router,
  STRANGER,
  sampleFacts,
  TRADER,
  UNKNOWN_CONTRACT,
  USDC,
  usdc,
  ZERO,
} from '../testing/sampleFacts.ts'
import { DERIVED_FACTS } from './derivedFacts.ts'

async function derived<Name extends FactName>(name: Name, facts: Partial<Facts>): Promise<Facts[Name]> {
  const given = Object.entries({ ...sampleFacts(), ...facts }).map(([key, value]) => [key, () => value])
  const providers = { ...DERIVED_FACTS, ...Object.fromEntries(given) } as FactProviders
  const gathered = await gatherFacts({ providers, needed: [name], signal: new AbortController().signal })
  assert.deepEqual(gathered.missing, {})
  return (gathered.facts as Facts)[name]
}

const EXEC = 'execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)'
const SAFE: Address = `0x5afe${'0'.repeat(36)}`
const bySafe = (to: Address, signature: string, args: readonly unknown[]) => {
  const inner = invoke(to, signature, args)
  const outer = invoke(SAFE, EXEC, [to, 0n, inner.transaction.data, 0, 0n, 0n, 0n, ZERO, ZERO, '0x'], {
    calls: [inner.decodedCall],
  })
  return { ...outer, safes: [SAFE] }
}

test('the selectors are those of the signatures they stand for', () => {
  const of = (signature: string, args: readonly unknown[]) => invoke(USDC, signature, args).decodedCall.selector
  assert.equal(of('transfer(address,uint256)', [FRIEND, 1n]), SELECTORS.transfer)
  assert.equal(of('transferFrom(address,address,uint256)', [TRADER, FRIEND, 1n]), SELECTORS.transferFrom)
  assert.equal(of('safeTransferFrom(address,address,uint256)', [TRADER, FRIEND, 1n]), SELECTORS.safeTransferFrom)
  assert.equal(of('approve(address,uint256)', [FRIEND, 1n]), SELECTORS.approve)
  assert.equal(of('setApprovalForAll(address,bool)', [FRIEND, true]), SELECTORS.setApprovalForAll)
  assert.equal(of('transfer(address,uint256,uint256)', [FRIEND, 1n, 2n]), SELECTORS.transferId)
  assert.equal(of('transferFrom(address,address,uint256,uint256)', [TRADER, FRIEND, 1n, 2n]), SELECTORS.transferFromId)
  assert.equal(of('approve(address,uint256,uint256)', [FRIEND, 1n, 2n]), SELECTORS.approveId)
  assert.equal(of('setOperator(address,bool)', [FRIEND, true]), SELECTORS.setOperator)
  assert.equal(of('approve(address,address,uint160,uint48)', [USDC, FRIEND, 1n, 1]), SELECTORS.permit2Approve)
  assert.equal(of(EXEC, [USDC, 0n, '0x', 0, 0n, 0n, 0n, ZERO, ZERO, '0x']), SELECTORS.execTransaction)
})

test('an amount of an id (ERC-6909) that is sent has its receiver, and one that is allowed is a grant of that amount', async () => {
  const sent = invoke(UNKNOWN_CONTRACT, 'transfer(address,uint256,uint256)', [FRIEND, 7n, 5n])
  assert.deepEqual(await derived('payees', sent), [
    { address: FRIEND, asset: UNKNOWN_CONTRACT, tokenId: 7n, amount: 5n },
  ])
  const pulled = invoke(UNKNOWN_CONTRACT, 'transferFrom(address,address,uint256,uint256)', [ROUTER, FRIEND, 7n, 5n])
  assert.deepEqual(await derived('payees', pulled), [])
})

test('the Safe that executes is a principal, and what it pays is its own', async () => {
  const transfer = bySafe(USDC, 'transfer(address,uint256)', [FRIEND, 5n])
  assert.deepEqual(await derived('principals', transfer), [TRADER, SAFE])
  assert.deepEqual(await derived('payees', transfer), [{ address: FRIEND, asset: USDC, tokenId: null, amount: 5n }])
  const { lost } = await derived('movements', { ...transfer, balanceChanges: [usdc(SAFE, -5n), usdc(FRIEND, 5n)] })
  assert.deepEqual(
    lost.map(({ account, how, takers }) => ({ account, how, takers })),
    [{ account: SAFE, how: 'sent', takers: [FRIEND] }],
  )
  const approve = bySafe(USDC, 'approve(address,uint256)', [ROUTER, MAX_UINT256])
  const [grant] = await derived('grants', { ...approve, spenders: byAddress(router()) })
  assert.equal(grant?.owner, SAFE)
})

test('a contract that only has a function of the Safe’s name is no principal', async () => {
  const call = { ...bySafe(USDC, 'transfer(address,uint256)', [FRIEND, 5n]), safes: [] }
  assert.deepEqual(await derived('principals', call), [TRADER])
  assert.deepEqual(await derived('payees', call), [], 'it moves its own tokens')
})

test('what a Safe gains is no return for its owner, and it may be who takes', async () => {
  const { lost } = await derived('movements', {
    ...bySafe(USDC, 'approve(address,uint256)', [ROUTER, 1n]),
    balanceChanges: [change(TRADER, -ETHER), change(SAFE, ETHER), usdc(SAFE, 3_000_000_000n)],
  })
  assert.deepEqual(
    lost.map(({ takers, returned }) => ({ takers, returned })),
    [{ takers: [SAFE], returned: 'nothing' }],
  )
})

test('value for an account without code is a payment, whatever data comes with it', async () => {
  const noted = invoke(STRANGER, 'mint()', [], { value: ETHER })
  const to = (recipient: Facts['recipient']) => derived('payees', { ...noted, recipient })
  assert.deepEqual(await to(account(STRANGER)), [{ address: STRANGER, asset: null, tokenId: null, amount: ETHER }])
  assert.equal((await to(account(STRANGER, { class: 'delegated-eoa' }))).length, 1)
  assert.deepEqual(await to(contract(STRANGER)), [])
  const relayed = invoke(ROUTER, 'aggregate(address)', [STRANGER], {
    value: ETHER,
    calls: [{ ...noted.decodedCall, to: STRANGER }],
  })
  const counterparties = byAddress(account(STRANGER))
  assert.equal((await derived('payees', { ...relayed, recipient: router(), counterparties })).length, 1)
  // Any contract can give its function this name: only code that is known to make these calls is believed.
  assert.deepEqual(await derived('payees', { ...relayed, recipient: contract(ROUTER), counterparties }), [])
})

test('a transfer explains only what it asks for', async () => {
  const how = async (facts: Partial<Facts>) => (await derived('movements', facts)).lost.map((loss) => loss.how)
  const token = invoke(USDC, 'transferFrom(address,address,uint256)', [TRADER, FRIEND, 5n])
  const relayed = {
    ...invoke(ROUTER, 'aggregate(address)', [FRIEND], { calls: [token.decodedCall] }),
    recipient: router(),
  }
  assert.deepEqual(await how({ ...relayed, balanceChanges: [usdc(TRADER, -5n), usdc(FRIEND, 5n)] }), ['sent'])
  assert.deepEqual(await how({ ...relayed, balanceChanges: [usdc(TRADER, -500n), usdc(FRIEND, 500n)] }), ['taken'])
  assert.deepEqual(await how({ ...relayed, balanceChanges: [usdc(TRADER, -5n), usdc(STRANGER, 5n)] }), ['taken'])
  const disguised = { ...relayed, recipient: contract(ROUTER) }
  const moved = [usdc(TRADER, -5n), usdc(FRIEND, 5n)]
  assert.notDeepEqual(await how({ ...disguised, balanceChanges: moved }), ['sent'], 'by unknown code')
})

test('what comes back is judged by its price, and dust is nothing', async () => {
  const back = async (...gained: Facts['balanceChanges']) => {
    const { lost } = await derived('movements', {
      ...invoke(ROUTER, 'swap()', []),
      balanceChanges: [usdc(TRADER, -100_000_000n), ...gained],
    })
    return lost[0]?.returned
  }
  const junk = change(TRADER, 10n ** 24n, { assetType: 'erc20', address: UNKNOWN_CONTRACT, before: 0n })
  assert.equal(await back(), 'nothing')
  assert.equal(await back(change(TRADER, 1n)), 'nothing', 'one wei')
  assert.equal(await back(junk), 'unpriced')
  assert.equal(await back(junk, change(TRADER, ETHER, { changeUsd: 3 })), 'unpriced')
  assert.equal(await back(change(TRADER, ETHER, { changeUsd: 98 })), 'value')
  assert.equal(await back(nft(TRADER, 1n, 1n)), 'unpriced')
})

test('payees of each kind of transfer', async () => {
  const of = async (facts: Partial<Facts>) =>
    (await derived('payees', facts)).map(({ address, asset, tokenId, amount }) => [address, asset, tokenId, amount])
  assert.deepEqual(await of(pay(FRIEND, ETHER)), [[FRIEND, null, null, ETHER]])
  assert.deepEqual(await of(pay(FRIEND, 0n)), [])
  assert.deepEqual(await of(pay(TRADER, ETHER)), [], 'to oneself')
  assert.deepEqual(await of(invoke(ROUTER, 'deposit()', [], { value: ETHER })), [], 'a payment is no transfer')
  const item = invoke(NFT, 'transferFrom(address,address,uint256)', [TRADER, FRIEND, 7n], { abi: 'erc721' })
  assert.deepEqual(await of(item), [[FRIEND, NFT, 7n, 1n]])
  assert.deepEqual(
    await of(invoke(USDC, 'transferFrom(address,address,uint256)', [STRANGER, FRIEND, 7n])),
    [],
    'of another’s tokens',
  )
  const batch = invoke(NFT, 'safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)', [
    TRADER,
    FRIEND,
    [1n, 2n],
    [3n, 4n],
    '0x',
  ])
  assert.deepEqual(await of(batch), [
    [FRIEND, NFT, 1n, 3n],
    [FRIEND, NFT, 2n, 4n],
  ])
})

test('how each loss comes about', async () => {
  const how = async (facts: Partial<Facts>) => (await derived('movements', facts)).lost.map((loss) => loss.how)
  const call = invoke(UNKNOWN_CONTRACT, 'buy(address)', [USDC], { value: 1n })
  const lost = [change(TRADER, -1n), usdc(TRADER, -5n), nft(TRADER, -1n, 7n)]
  assert.deepEqual(await how({ ...call, balanceChanges: lost }), ['paid', 'paid', 'taken'])
  assert.deepEqual(await how({ ...pay(FRIEND, 1n), balanceChanges: [change(TRADER, -1n)] }), ['sent'])
  const otherItem = invoke(NFT, 'safeTransferFrom(address,address,uint256)', [TRADER, FRIEND, 8n])
  assert.deepEqual(
    await how({ ...otherItem, balanceChanges: [nft(TRADER, -1n, 7n)] }),
    ['paid'],
    'the item named is another',
  )
})

test('takers come by how much they gain, the principals never among them', async () => {
  const { lost } = await derived('movements', {
    ...invoke(ROUTER, 'split()', []),
    balanceChanges: [usdc(TRADER, -10n), usdc(FRIEND, 3n), usdc(STRANGER, 7n), change(ROUTER, 9n)],
  })
  assert.deepEqual(lost[0]?.takers, [STRANGER, FRIEND])
})

test('execution decides over what the call data asks for', async () => {
  const asked = invoke(USDC, 'approve(address,uint256)', [UNKNOWN_CONTRACT, MAX_UINT256])
  const spenders = byAddress(contract(UNKNOWN_CONTRACT))
  const of = async (approvalChanges: Facts['approvalChanges']) =>
    (await derived('grants', { ...asked, spenders, approvalChanges })).map(({ after, shownBy }) => [after, shownBy])
  assert.deepEqual(await of([]), [[MAX_UINT256, 'call-data']])
  assert.deepEqual(await of([approval(UNKNOWN_CONTRACT, { after: 9n, unlimited: false })]), [[9n, 'simulation']])
  assert.deepEqual(await of([approval(UNKNOWN_CONTRACT, { before: 9n, after: 5n, unlimited: false })]), [], 'lowered')
})

test('permits that the call data carries are grants too', async () => {
  const spenders = byAddress(contract(UNKNOWN_CONTRACT))
  const word = `0x${'1'.repeat(64)}`
  const permit = invoke(USDC, 'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)', [
    TRADER,
    UNKNOWN_CONTRACT,
    MAX_UINT256,
    1n,
    27,
    word,
    word,
  ])
  assert.equal((await derived('grants', { ...permit, spenders }))[0]?.unlimited, true)
  const dai = invoke(USDC, 'permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)', [
    TRADER,
    UNKNOWN_CONTRACT,
    0n,
    0n,
    true,
    27,
    word,
    word,
  ])
  assert.equal((await derived('grants', { ...dai, spenders }))[0]?.unlimited, true)
  const others = invoke(USDC, 'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)', [
    STRANGER,
    UNKNOWN_CONTRACT,
    MAX_UINT256,
    1n,
    27,
    word,
    word,
  ])
  assert.deepEqual(await derived('grants', { ...others, spenders }), [])
  const permit2 = invoke(ROUTER, 'approve(address,address,uint160,uint48)', [
    USDC,
    UNKNOWN_CONTRACT,
    2n ** 160n - 1n,
    2n ** 40n,
  ])
  const [grant] = await derived('grants', { ...permit2, spenders })
  assert.deepEqual(
    [grant?.token, grant?.standard, grant?.unlimited, grant?.expiration],
    [USDC, 'permit2', true, 2n ** 40n],
  )
})

test('an unexamined spender is a missing fact, not a harmless one', async () => {
  const providers = Object.fromEntries(
    Object.entries({ ...sampleFacts(), approvalChanges: [approval(STRANGER)], spenders: {} }).map(([key, value]) => [
      key,
      () => value,
    ]),
  ) as FactProviders
  const { missing } = await gatherFacts({
    providers: { ...DERIVED_FACTS, ...providers },
    needed: ['grants'],
    signal: new AbortController().signal,
  })
  assert.equal(missing.grants?.reason, 'failed')
})
