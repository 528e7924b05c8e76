import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Address, maxUint256, parseEther, zeroAddress } from 'viem'
import { alice, bob, owner, startTestChain, type TestChain, type TestContract, thief } from './testChain.ts'

const ONE = parseEther('1')
const [A, B, O, T] = [alice.address, bob.address, owner.address, thief.address]

let chain: TestChain
let token: TestContract
before(async () => {
  chain = await startTestChain()
  token = await chain.deploy('PlainToken', ['Plain', 'PLN', 18, 1_000_000n * ONE, O])
})
after(() => chain[Symbol.asyncDispose]())

const balance = (account: Address) => token.read<bigint>('balanceOf', [account])

describe('collectibles', () => {
  test('Collectible721: minting, approvals, safe transfers, metadata', async () => {
    const art = await chain.deploy('Collectible721', ['Art', 'ART', 'ipfs://art/', O])
    await art.refuses(A, 'mint', [A, 1n], /not the owner/)
    await art.send(O, 'mint', [A, 1n])
    await art.send(O, 'mint', [A, 1203n])
    await art.refuses(O, 'mint', [B, 1n], /already minted/)
    assert.equal(await art.read('tokenURI', [1203n]), 'ipfs://art/1203')
    await art.refuses(O, 'tokenURI', [5n], /invalid token/)
    await art.refuses(T, 'transferFrom', [A, T, 1n], /not token owner or approved/)
    await art.send(A, 'approve', [B, 1n])
    await art.send(B, 'safeTransferFrom', [A, B, 1n])
    assert.equal(await art.read('getApproved', [1n]), zeroAddress)
    await art.refuses(A, 'safeTransferFrom', [A, token.address, 1203n])
    await art.send(A, 'setApprovalForAll', [T, true])
    await art.send(T, 'transferFrom', [A, T, 1203n])
    assert.deepEqual([await art.read('ownerOf', [1n]), await art.read('ownerOf', [1203n])], [B, T])
    assert.equal(await art.read('supportsInterface', ['0x80ac58cd']), true)
  })

  test('Collectible1155: minting, batches, operators, receivers', async () => {
    const items = await chain.deploy('Collectible1155', ['Items', 'ITM', 'ipfs://items/{id}', O])
    const inbox = await chain.deploy('SafeDelegate')
    await items.send(O, 'mint', [A, 1n, 10n])
    await items.send(O, 'mint', [A, 2n, 5n])
    await items.refuses(T, 'safeTransferFrom', [A, T, 1n, 1n, '0x'], /not token owner or approved/)
    await items.send(A, 'safeTransferFrom', [A, inbox.address, 1n, 4n, '0x'])
    await items.refuses(A, 'safeTransferFrom', [A, token.address, 1n, 1n, '0x'])
    await items.send(A, 'setApprovalForAll', [B, true])
    await items.send(B, 'safeBatchTransferFrom', [A, B, [1n, 2n], [6n, 5n], '0x'])
    await items.refuses(B, 'safeTransferFrom', [A, B, 1n, 1n, '0x'], /insufficient balance/)
    assert.deepEqual(
      await items.read('balanceOfBatch', [
        [inbox.address, B, B],
        [1n, 1n, 2n],
      ]),
      [4n, 6n, 5n],
    )
    assert.equal(await items.read('supportsInterface', ['0xd9b67a26']), true)
  })
})

describe('honest look-alikes', () => {
  test('AirdropClaim pays each claimer once and takes nothing', async () => {
    const airdrop = await chain.deploy('AirdropClaim', [token.address, 7n])
    await airdrop.refuses(A, 'claim', [], /over/)
    await token.send(O, 'transfer', [airdrop.address, 10n])
    await airdrop.send(A, 'claim')
    assert.equal(await balance(A), 7n)
    await airdrop.refuses(A, 'claim', [], /already claimed/)
    await token.send(A, 'transfer', [O, 7n])
  })

  test('Vault4626 gives shares and returns what they are worth, gains included', async () => {
    const vault = await chain.deploy('Vault4626', [token.address, 'Vault', 'vPLN', 18])
    await token.send(O, 'transfer', [A, 100n * ONE])
    await token.send(A, 'approve', [vault.address, maxUint256])
    await vault.send(A, 'deposit', [100n * ONE, A])
    await vault.refuses(T, 'redeem', [1n, T, A], /insufficient allowance/)
    await token.send(O, 'transfer', [vault.address, 10n * ONE])
    await vault.send(A, 'withdraw', [55n * ONE, A, A])
    const rest = await vault.read<bigint>('balanceOf', [A])
    assert.ok(rest <= 50n * ONE && rest > 49n * ONE)
    await vault.send(A, 'redeem', [rest, B, A])
    const [back, paid] = [await balance(A), await balance(B)]
    assert.equal(back, 55n * ONE)
    assert.ok(paid <= 55n * ONE && paid > 55n * ONE - 1_000n)
    assert.ok((await vault.read<bigint>('totalAssets')) < 1_000n)
  })

  test('Multisend passes on exactly what the caller says', async () => {
    const bulk = await chain.deploy('Multisend')
    const people = [A, B]
    await bulk.refuses(O, 'sendNative', [people, [1n, 2n]])
    assert.equal(await chain.gain(B, () => bulk.send(O, 'sendNative', [people, [1n, 2n]], 3n)), 2n)
    assert.equal(await chain.client.getBalance({ address: bulk.address }), 0n)
    await token.send(O, 'approve', [bulk.address, 3n])
    const before = await balance(B)
    await bulk.send(O, 'sendToken', [token.address, people, [1n, 2n]])
    assert.equal((await balance(B)) - before, 2n)
  })
})

describe('oracles', () => {
  test('PriceFeed answers as AggregatorV3Interface and keeps its rounds', async () => {
    const feed = await chain.deploy('PriceFeed', ['ETH / USD', 8, 3_000n * 10n ** 8n, O])
    await feed.refuses(A, 'setAnswer', [1n], /not the owner/)
    await feed.send(O, 'setAnswer', [2_900n * 10n ** 8n])
    const [round, answer, , updatedAt] = await feed.read<bigint[]>('latestRoundData')
    assert.deepEqual([round, answer], [2n, 2_900n * 10n ** 8n])
    assert.equal(updatedAt, (await chain.client.getBlock()).timestamp)
    assert.equal((await feed.read<bigint[]>('getRoundData', [1n]))[1], 3_000n * 10n ** 8n)
    await feed.refuses(A, 'getRoundData', [3n], /No data present/)
    assert.deepEqual([await feed.read('description'), await feed.read('decimals')], ['ETH / USD', 8])
  })

  test('SanctionsOracle lists what its owner adds', async () => {
    const oracle = await chain.deploy('SanctionsOracle', [O])
    await oracle.refuses(A, 'addToSanctionsList', [[B]], /not the owner/)
    await oracle.send(O, 'addToSanctionsList', [[A, T]])
    await oracle.send(O, 'removeFromSanctionsList', [[A]])
    assert.deepEqual([await oracle.read('isSanctioned', [A]), await oracle.read('isSanctioned', [T])], [false, true])
  })
})
