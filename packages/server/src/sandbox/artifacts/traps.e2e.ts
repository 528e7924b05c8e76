import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Address, hexToNumber, maxUint256, parseEther, slice, zeroAddress } from 'viem'
import { alice, bob, owner, startTestChain, type TestChain, type TestContract, thief } from './testChain.ts'

const LATER = 4_000_000_000n
const ONE = parseEther('1')
const [A, B, O, T] = [alice.address, bob.address, owner.address, thief.address]

let chain: TestChain
before(async () => {
  chain = await startTestChain()
})
after(() => chain[Symbol.asyncDispose]())

const balance = (token: TestContract, account: Address) => token.read<bigint>('balanceOf', [account])

describe('tokens on a real Uniswap V2 pair', () => {
  let weth: TestContract
  let factory: TestContract
  let router: TestContract
  before(async () => {
    weth = await chain.deploy('WETH9')
    factory = await chain.deploy('UniswapV2Factory', [O])
    router = await chain.deploy('UniswapV2Router02', [factory.address, weth.address])
  })

  async function list(token: TestContract): Promise<Address> {
    await token.send(O, 'approve', [router.address, maxUint256])
    await router.send(O, 'addLiquidityETH', [token.address, 100_000n * ONE, 0n, 0n, O, LATER], 100n * ONE)
    return factory.read<Address>('getPair', [token.address, weth.address])
  }
  async function buy(token: TestContract, account: Address): Promise<bigint> {
    const start = await balance(token, account)
    const path = [weth.address, token.address]
    await router.send(account, 'swapExactETHForTokensSupportingFeeOnTransferTokens', [0n, path, account, LATER], ONE)
    return (await balance(token, account)) - start
  }
  const SELL = 'swapExactTokensForETHSupportingFeeOnTransferTokens'
  const saleOf = (token: TestContract, account: Address, amount: bigint) =>
    [amount, 0n, [token.address, weth.address], account, LATER] as const
  async function sell(token: TestContract, account: Address, amount: bigint): Promise<bigint> {
    await token.send(account, 'approve', [router.address, maxUint256])
    const start = await balance(weth, await factory.read<Address>('getPair', [token.address, weth.address]))
    await router.send(account, SELL, saleOf(token, account, amount))
    return start - (await balance(weth, await factory.read<Address>('getPair', [token.address, weth.address])))
  }
  async function cannotSell(token: TestContract, account: Address, amount: bigint): Promise<void> {
    await token.send(account, 'approve', [router.address, maxUint256])
    await router.refuses(account, SELL, saleOf(token, account, amount))
  }

  test('PlainToken: buying and selling works', async () => {
    const token = await chain.deploy('PlainToken', ['Plain', 'PLN', 18, 1_000_000n * ONE, O])
    await list(token)
    assert.ok((await sell(token, A, await buy(token, A))) > (ONE * 98n) / 100n)
  })

  test('TaxToken: takes what it says, and the owner cannot go over the cap', async () => {
    const token = await chain.deploy('TaxToken', ['Levy', 'LEVY', 1_000_000n * ONE, O, 500n, 1000n])
    const pair = await list(token)
    const untaxed = await buy(token, B)
    await sell(token, B, untaxed)
    await token.send(O, 'setPair', [pair, true])
    const bought = await buy(token, A)
    assert.ok(bought < (untaxed * 96n) / 100n && bought > (untaxed * 94n) / 100n)
    const treasury = await balance(token, O)
    await sell(token, A, bought)
    assert.equal((await balance(token, O)) - treasury, bought / 10n)
    await token.refuses(O, 'setTaxes', [1001n, 0n], /over the cap/)
    await token.refuses(A, 'setTaxes', [0n, 0n], /not the owner/)
    await token.send(A, 'transfer', [B, await balance(token, A)])
  })

  test('HoneypotToken style 0: anyone buys, only the owner and the exempt sell', async () => {
    const token = await chain.deploy('HoneypotToken', ['Golden Goose', 'GOOSE', 1_000_000n * ONE, O, 0])
    await token.send(O, 'setMarketPair', [await list(token)])
    const bought = await buy(token, A)
    await cannotSell(token, A, bought)
    await token.send(A, 'transfer', [B, bought / 2n])
    await cannotSell(token, B, 1n)
    await sell(token, O, ONE)
    await token.send(O, 'excludeFromFees', [A, true])
    await sell(token, A, bought / 2n)
  })

  test('HoneypotToken style 1: a transfer to the pair succeeds, and all of it goes to the owner', async () => {
    const token = await chain.deploy('HoneypotToken', ['Goose', 'GOOSE', 1_000_000n * ONE, O, 1])
    const pair = await list(token)
    await token.send(O, 'setMarketPair', [pair])
    const bought = await buy(token, A)
    await cannotSell(token, A, bought)
    const [pooled, owned] = [await balance(token, pair), await balance(token, O)]
    await token.send(A, 'transfer', [pair, bought])
    assert.equal(await balance(token, pair), pooled)
    assert.equal((await balance(token, O)) - owned, bought)
  })

  test('HoneypotToken style 2: a sale is refused from the block after the purchase on', async () => {
    const token = await chain.deploy('HoneypotToken', ['Goose', 'GOOSE', 1_000_000n * ONE, O, 2])
    await token.send(O, 'setMarketPair', [await list(token)])
    await token.send(A, 'approve', [router.address, maxUint256])
    const path = [weth.address, token.address]
    const purchase = router.data('swapExactETHForTokensSupportingFeeOnTransferTokens', [0n, path, A, LATER])
    const sale = router.data(SELL, saleOf(token, A, ONE))
    const calls = [
      { to: router.address, data: purchase, value: ONE },
      { to: router.address, data: sale },
    ]
    const together = await chain.client.simulateBlocks({
      blocks: [{ calls: calls.map((call) => ({ ...call, account: A })) }],
    })
    assert.deepEqual(
      together[0]?.calls.map(({ status }) => status),
      ['success', 'success'],
    )
    await cannotSell(token, A, await buy(token, A))
  })

  test('RuggableToken: honest until its owner taxes, closes, blacklists or mints', async () => {
    const token = await chain.deploy('RuggableToken', ['Lantern', 'LNTRN', 1_000_000n * ONE, O])
    const pair = await list(token)
    await token.send(O, 'setPair', [pair])
    await sell(token, A, (await buy(token, A)) / 2n)
    const rest = await balance(token, A)
    await token.refuses(A, 'setSellTax', [100n], /not the owner/)
    await token.send(O, 'setSellTax', [100n])
    await cannotSell(token, A, rest)
    await token.send(O, 'setSellTax', [0n])
    await token.send(O, 'setTradingEnabled', [false])
    await cannotSell(token, A, rest)
    await token.send(O, 'setTradingEnabled', [true])
    await token.send(O, 'setBlacklisted', [A, true])
    await cannotSell(token, A, rest)
    await token.send(O, 'setBlacklisted', [A, false])
    await token.send(O, 'mint', [O, 10_000_000n * ONE])
    assert.ok((await sell(token, O, 10_000_000n * ONE)) > 98n * ONE)
  })
})

describe('drainers', () => {
  let token: TestContract
  let usdt: TestContract
  before(async () => {
    token = await chain.deploy('StableToken', ['USD Coin', 'USDC', 6, O])
    usdt = await chain.deploy('TetherLikeToken', ['Tether USD', 'USDT', 6n, O, 1_000_000n])
    await token.send(O, 'configureMinter', [O, maxUint256])
    for (const account of [A, B]) {
      await token.send(O, 'mint', [account, 1_000n])
      await usdt.send(O, 'transfer', [account, 1_000n])
    }
  })

  for (const lure of ['claim', 'securityUpdate']) {
    test(`Drainer.${lure}() takes the approved tokens and the value sent along`, async () => {
      const drainer = await chain.deploy('Drainer', [T])
      await drainer.refuses(A, 'setTokens', [[]])
      await drainer.send(T, 'setTokens', [[token.address, usdt.address]])
      await token.send(O, 'mint', [A, 1_000n])
      await usdt.send(O, 'transfer', [A, 1_000n])
      await token.send(A, 'approve', [drainer.address, maxUint256])
      await usdt.send(A, 'approve', [drainer.address, 10n])
      const [held, taken] = [await usdt.read<bigint>('balanceOf', [A]), await balance(token, T)]
      const lost = await balance(token, A)
      assert.equal(await chain.gain(T, () => drainer.send(A, lure, [], ONE)), ONE)
      assert.equal(await balance(token, A), 0n)
      assert.equal((await balance(token, T)) - taken, lost)
      assert.equal(held - (await balance(usdt, A)), 10n)
    })
  }

  test('Drainer.sweep, sweepCollectibles and sweepWithPermit are for the owner, against earlier victims', async () => {
    const drainer = await chain.deploy('Drainer', [T])
    const art = await chain.deploy('Collectible721', ['Art', 'ART', 'ipfs://art/', O])
    await token.send(O, 'mint', [A, 1_000n])
    await token.send(B, 'approve', [drainer.address, maxUint256])
    await art.send(O, 'mint', [B, 7n])
    await art.send(B, 'setApprovalForAll', [drainer.address, true])
    await drainer.refuses(A, 'sweep', [token.address, [B]])
    await drainer.send(T, 'sweep', [token.address, [B, A]])
    await drainer.send(T, 'sweepCollectibles', [art.address, B, [7n]])
    assert.equal(await balance(token, B), 0n)
    assert.equal(await balance(token, A), 1_000n)
    assert.equal(await art.read('ownerOf', [7n]), T)
    const fields = ['address owner', 'address spender', 'uint256 value', 'uint256 nonce', 'uint256 deadline']
    const Permit = fields.map((field) => ({ type: field.split(' ')[0] ?? '', name: field.split(' ')[1] ?? '' }))
    const signature = await alice.signTypedData({
      domain: { name: 'USD Coin', version: '2', chainId: chain.client.chain.id, verifyingContract: token.address },
      types: { Permit },
      primaryType: 'Permit',
      message: { owner: A, spender: drainer.address, value: maxUint256, nonce: 0n, deadline: LATER },
    })
    const vrs = [hexToNumber(slice(signature, 64)), slice(signature, 0, 32), slice(signature, 32, 64)]
    await drainer.send(T, 'sweepWithPermit', [token.address, A, maxUint256, LATER, ...vrs])
    assert.equal(await balance(token, A), 0n)
  })

  test('ApprovalDrainer: its owner pulls whenever it likes, others cannot', async () => {
    const drainer = await chain.deploy('ApprovalDrainer', [T])
    await token.send(O, 'mint', [A, 500n])
    await token.send(A, 'approve', [drainer.address, maxUint256])
    await drainer.refuses(B, 'pull', [token.address, A, 500n])
    await drainer.send(T, 'pull', [token.address, A, 500n])
    assert.equal(await balance(token, A), 0n)
    await drainer.refuses(T, 'pull', [token.address, A, 500n], /pull failed/)
  })

  test('RedPillDrainer is honest at zero gas price and drains the mined transaction', async () => {
    const opensAt = 2_000_000_000n
    const drainer = await chain.deploy('RedPillDrainer', [T, token.address, opensAt], ONE)
    await chain.client.setCoinbase({ address: B })
    await token.send(O, 'mint', [A, 500n])
    await token.send(A, 'approve', [drainer.address, maxUint256])
    const call = { from: A, to: drainer.address, data: drainer.data('claim'), value: `0x${ONE.toString(16)}` } as const
    const traced = async (extra: object): Promise<string[]> => {
      const tracer = { tracer: 'callTracer', ...extra }
      const frame = await chain.client.request<{
        Method: 'debug_traceCall'
        Parameters: [object, string, object]
        ReturnType: { calls: { type: string; to: string; value?: string }[] }
      }>({ method: 'debug_traceCall', params: [{ ...call, ...extra }, 'latest', tracer] })
      return frame.calls.filter(({ type }) => type === 'CALL').map(({ to }) => to)
    }
    assert.deepEqual(await traced({ gasPrice: '0x0' }), [A.toLowerCase()])
    assert.deepEqual(
      await traced({ gasPrice: '0x77359400' }),
      [token.address, T].map((to) => to.toLowerCase()),
    )
    assert.equal(await chain.gain(T, () => drainer.send(A, 'claim', [], ONE)), ONE)
    assert.equal(await balance(token, A), 0n)
    // Probe 8 looks at the clock alone: honest before `opensAt`, even mined.
    assert.equal(await chain.gain(T, () => drainer.send(A, 'claimWhen', [8], ONE)), 0n)
  })

  test('PoisonToken writes Transfer events in the name of people who did nothing, and moves nothing', async () => {
    const fake = await chain.deploy('PoisonToken', ['Tether USD', 'USDT', 6, 10n ** 15n])
    await fake.refuses(A, 'forge', [[A], [T], [5n]])
    const { logs } = await fake.send(O, 'forge', [
      [A, B],
      [T, T],
      [5n, 6n],
    ])
    assert.equal(logs.length, 2)
    assert.equal(logs[0]?.topics[1], `0x${A.slice(2).toLowerCase().padStart(64, '0')}`)
    assert.equal(await balance(fake, T), 6n)
    assert.equal(await balance(fake, zeroAddress), 0n)
  })
})
