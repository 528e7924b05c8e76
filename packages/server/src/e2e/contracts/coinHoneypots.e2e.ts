import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { getContractAddress, keccak256, numberToHex, parseEther, stringToHex } from 'viem/utils'
import { callDataOf, initCodeOf } from '../../../bench/verdicts/contracts.ts'
import { type OpenSandbox, openSandbox } from '../../intel/onchain/testing/openSandbox.ts'
import { type ScanService, startScanService } from '../../testing/scanService.ts'

type Finding = { id: string; severity: string; description: string; evidence: { trap: string; taker: string | null } }
type Game = { contract: string; args?: readonly unknown[]; coins?: bigint }

const KEEPER: Address = '0x7e57ed00c01a5000000000000000000000000001'
const LOGGER: Address = '0x7e57ed00c01a5000000000000000000000000002'
const SECRET = keccak256(stringToHex('correct horse battery staple 7'))
const BAIT = parseEther('2')

/** Traps with the kind that execution shows, and their honest twins and other honest contracts that take coins. */
const TRAPS: readonly (Game & { trap: string })[] = [
  { contract: 'QuizTrap', args: [SECRET], trap: 'kept' },
  { contract: 'DoublerTrap', trap: 'kept' },
  { contract: 'CounterTrap', trap: 'kept' },
  { contract: 'RouletteTrap', trap: 'unwinnable' },
  { contract: 'GiftTrap', coins: 0n, trap: 'switched-off' },
  { contract: 'BetTrap', trap: 'switched-off' },
  { contract: 'LoggerTrap', args: [LOGGER], trap: 'replaceable-code' },
  { contract: 'ControlTrap', trap: 'no-control' },
  { contract: 'BankTrap', coins: 0n, trap: 'misdirected' },
]
const HONEST: readonly Game[] = [
  { contract: 'QuizGame', args: [SECRET] },
  { contract: 'CoinFlip' },
  { contract: 'Roulette' },
  { contract: 'Gift', coins: 0n },
  { contract: 'Bet' },
  { contract: 'LoggerGame', args: [LOGGER] },
  { contract: 'ControlSale' },
  { contract: 'Bank', coins: 0n },
  { contract: 'Crowdsale', coins: 0n },
  { contract: 'DonationBox', coins: 0n },
  { contract: 'TenTickets', coins: 0n },
]

/** What victims would send. */
const PAYMENTS = [
  { contract: 'QuizTrap', functionName: 'guess', args: [stringToHex('wrong')], ether: '1.1' },
  { contract: 'RouletteTrap', functionName: 'play', args: [7n], ether: '0.1' },
  { contract: 'BankTrap', functionName: null, args: [], ether: '1' },
] as const

// Contracts that ask for coins and promise coins: the victim is played by execution, on real chains and over HTTP.
describe('POST /v1/scan/contract of contracts that ask for coins', { timeout: 600_000 }, () => {
  const placed = new Map<string, Address>()
  let sandbox: OpenSandbox
  let service: ScanService

  before(async () => {
    sandbox = await openSandbox('ethereum')
    const { rpc } = sandbox
    await rpc('anvil_setBalance', [KEEPER, numberToHex(parseEther('1000'))])
    await rpc('anvil_setCode', [LOGGER, '0x00'])
    for (const [index, { contract, args = [], coins = BAIT }] of [...TRAPS, ...HONEST].entries()) {
      const data: Hex = initCodeOf(contract, args)
      await rpc('eth_sendTransaction', [{ from: KEEPER, data, value: numberToHex(coins), gas: numberToHex(3_000_000) }])
      await rpc('evm_mine', [])
      const address = getContractAddress({ from: KEEPER, nonce: BigInt(index) }).toLowerCase() as Address
      // A constructor that takes no coins is deployed without.
      placed.set(contract, address)
    }
    await rpc('anvil_mine', ['0x40', '0x2a30'])
    service = await startScanService('live', { ETHEREUM_RPC_URLS: sandbox.url, SOURCIFY_URL: 'off' })
  })
  after(async () => {
    await service?.close()
    await sandbox?.[Symbol.asyncDispose]()
  })

  const scan = async (contract: string) => {
    const body = { chain: 'ethereum', address: placed.get(contract), options: { deadlineMs: 28_000 } }
    const { status, json } = await service.ask('/v1/scan/contract', body)
    assert.equal(status, 200, JSON.stringify(json))
    const { warnings, riskScore, unknown } = json.data as { warnings: Finding[]; riskScore: number; unknown: string[] }
    assert.ok(!unknown.includes('coinTraps'), `not executed: ${unknown}`)
    return { warnings, riskScore }
  }

  for (const { contract, trap } of TRAPS)
    test(`${contract}: coin-honeypot, ${trap}`, async () => {
      const { warnings, riskScore } = await scan(contract)
      const found = warnings.find(({ id }) => id === 'coin-honeypot')
      assert.equal(found?.severity, 'high', warnings.map(({ id }) => id).join())
      assert.equal(found.evidence.trap, trap, found.description)
      assert.ok(riskScore >= 60, String(riskScore))
    })

  for (const { contract, functionName, args, ether } of PAYMENTS)
    test(`a payment into ${contract} is to be looked at with care`, async () => {
      const data = functionName === null ? '0x' : callDataOf(contract, functionName, args)
      const body = { chain: 'ethereum', from: sandbox.world.actors.trader, to: placed.get(contract), data }
      const { status, json } = await service.ask('/v1/scan/transaction', {
        ...body,
        value: String(parseEther(ether)),
        options: { deadlineMs: 28_000 },
      })
      assert.equal(status, 200, JSON.stringify(json))
      const { recommendation, warnings } = json.data as { recommendation: string; warnings: Finding[] }
      assert.match(recommendation, /^(CAUTION|BLOCK)$/, warnings.map(({ id }) => id).join())
      const dangerous = warnings.find(({ id }) => id === 'call-to-dangerous-contract')
      assert.match(dangerous?.description ?? '', /honeypot/i, warnings.map(({ id }) => id).join())
    })

  for (const { contract } of HONEST)
    test(`${contract} is no coin honeypot`, async () => {
      const { warnings } = await scan(contract)
      const found = warnings.find(({ id }) => id === 'coin-honeypot')
      assert.equal(found, undefined, found?.description)
    })
})
