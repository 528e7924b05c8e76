import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Finding } from '@redoubt/risk/engine/finding.ts'
import { encodeDeployData, encodeFunctionData, keccak256, parseAbi, parseEther, stringToHex } from 'viem/utils'
import { type OpenSandbox, openSandbox } from '../../intel/onchain/testing/openSandbox.ts'
import { type ArtifactName, readArtifact } from '../../sandbox/artifacts/readArtifact.ts'
import { transfer } from '../../sandbox/history/calls.ts'
import { units } from '../../sandbox/profiles.ts'
import type { SandboxWorld } from '../../sandbox/world.ts'
import { type ScanService, startScanService } from '../../testing/scanService.ts'

type Answer = { riskScore: number; recommendation: string; unknown: string[]; warnings: Finding[] }

const STRANGER: Address = '0x57a26e57a26e57a26e57a26e57a26e57a26e57a2'
const NODE = keccak256(stringToHex('mine'))
const ADMIN = `0x${'0'.repeat(64)}`
const ID = 'right-over-your-assets'

// What a named account can do afterwards and could not do before is executed; no rule knows the names of these functions.
describe('rights that are no approvals', () => {
  let sandbox: OpenSandbox
  let service: ScanService
  let world: SandboxWorld
  let vault: Address
  let debt: Address
  let token: Address
  let warded: Address
  let empty: Address
  let names: Address

  before(async () => {
    sandbox = await openSandbox('ethereum')
    world = sandbox.world
    const { trader, spender } = world.actors
    vault = await deploy('PluginVault', [spender], parseEther('5'))
    const pool = await deploy('CreditPool', [world.tokens.usdc, units(2_000, 6)])
    token = await deploy('OperatorToken', [trader, parseEther('1000')])
    warded = await deploy('WardedVault', [trader], parseEther('3'))
    empty = await deploy('WardedVault', [trader])
    names = await deploy('NameRegistry', [])
    await sandbox.send({ from: trader, to: vault, data: dataOf('PluginVault', 'deposit'), value: parseEther('2') })
    await sandbox.send({ from: trader, to: pool, data: dataOf('CreditPool', 'supply'), value: parseEther('2') })
    await sandbox.send({ from: trader, to: world.tokens.usdc, data: transfer(pool, units(2_500, 6)) })
    await sandbox.send({ from: trader, to: names, data: dataOf('NameRegistry', 'register', [NODE]) })
    const asked = { to: pool, data: dataOf('CreditPool', 'debtToken') }
    debt = `0x${((await sandbox.rpc('eth_call', [asked, 'latest'])) as Hex).slice(-40)}`
    service = await startScanService('live', { ETHEREUM_RPC_URLS: sandbox.url, SOURCIFY_URL: 'off' })
  })
  after(async () => {
    await service?.close()
    await sandbox?.[Symbol.asyncDispose]()
  })

  async function deploy(name: ArtifactName, args: unknown[], value = 0n): Promise<Address> {
    const { abi, bytecode } = readArtifact(name)
    const data = encodeDeployData({ abi, bytecode, args })
    const sent = { from: world.actors.trader, data, gas: '0x4c4b40', value: `0x${value.toString(16)}` }
    const hash = await sandbox.rpc('eth_sendTransaction', [sent])
    await sandbox.rpc('evm_mine', [])
    const receipt = (await sandbox.rpc('eth_getTransactionReceipt', [hash])) as { contractAddress: Address }
    return receipt.contractAddress
  }

  function dataOf(name: ArtifactName, functionName: string, args: readonly unknown[] = []): Hex {
    return encodeFunctionData({ abi: readArtifact(name).abi, functionName, args })
  }

  async function scan(to: Address, data: Hex, value = 0n): Promise<Answer> {
    const body = { chain: 'ethereum', from: world.actors.trader, to, data, value: String(value) }
    const { status, json } = await service.ask('/v1/scan/transaction', { ...body, options: { deadlineMs: 20_000 } })
    assert.equal(status, 200, JSON.stringify(json))
    return json.data as Answer
  }
  const seen = ({ riskScore, recommendation, warnings, unknown }: Answer) =>
    `${riskScore} ${recommendation} ${warnings.map(({ id, severity }) => `${id}:${severity}`)}; unknown: ${unknown}`
  const found = ({ warnings }: Answer) => warnings.find(({ id }) => id === ID)
  function quiet(answer: Answer) {
    assert.equal(found(answer), undefined, seen(answer))
    assert.equal(answer.recommendation, 'PROCEED', seen(answer))
  }
  function loud(answer: Answer, call: RegExp, asset: RegExp, severity = 'critical') {
    assert.match(answer.recommendation, /CAUTION|BLOCK/, seen(answer))
    const finding = found(answer)
    assert.ok(finding, seen(answer))
    assert.equal(finding.severity, severity, finding.description)
    assert.match(finding.description, call)
    assert.match(finding.description, asset)
  }
  const onVault = (name: string, args: readonly unknown[] = [], value = 0n) =>
    scan(vault, dataOf('PluginVault', name, args), value)
  const onWarded = (name: string, args: readonly unknown[]) => scan(warded, dataOf('WardedVault', name, args))

  test('a plug-in that may take the deposit is loud, a referrer who gets a share of the fees is quiet', async () => {
    loud(await onVault('setPlugin', [STRANGER]), /can take 2 ETH of yours by/, /all or most/)
    quiet(await onVault('setReferrer', [STRANGER]))
    // Its own plug-in takes nothing from its owner, and a contract of its own stays its own.
    quiet(await onVault('setPlugin', [world.actors.trader]))
    const own = await onVault('setPlugin', [empty])
    assert.equal(found(own)?.severity, 'low', seen(own))
  })

  test('a plug-in that the contract chooses, and the call does not name, is loud', async () => {
    loud(await onVault('enableAutomation'), /can take 2 ETH of yours/, /all or most/)
    loud(await onVault('enableHelper'), /can take 2 ETH of yours/, /all or most/)
    quiet(await onVault('ping'))
    loud(await onVault('depositManaged', [], parseEther('1')), /can take/, /ETH of yours/)
  })

  test('a plug-in beside an honest payment, in a bundle, is loud', async () => {
    const calls = (name: string) => [
      { to: world.actors.friend, value: String(parseEther('0.01')), data: '0x' },
      { to: vault, value: '0', data: dataOf('PluginVault', name, [STRANGER]) },
    ]
    const answer = async (name: string) => {
      const { status, json } = await service.ask('/v1/scan/transaction', {
        chain: 'ethereum',
        from: world.actors.trader,
        calls: calls(name),
        options: { deadlineMs: 20_000 },
      })
      assert.equal(status, 200, JSON.stringify(json))
      return json.data as Answer
    }
    loud(await answer('setPlugin'), /can take 2 ETH of yours by/, /all or most/)
    quiet(await answer('setReferrer'))
  })

  test('an heir who may take the deposit after a week is loud, a payment inside the vault is quiet', async () => {
    loud(await onVault('setHeir', [STRANGER]), /within 30 days/, /2 ETH/)
    quiet(await onVault('payInside', [STRANGER, parseEther('0.1')]))
  })

  test('a session key is loud up to its limit, and without a limit it is quiet', async () => {
    loud(await onVault('setSession', [STRANGER, parseEther('0.5')]), /can take 0.5 ETH/, /ETH/, 'high')
    quiet(await onVault('setSession', [STRANGER, 0n]))
    loud(await onWarded('setSpendingLimit', [STRANGER, parseEther('2')]), /can take 2 ETH/, /all or most/)
  })

  test('credit delegation lets a stranger borrow against the collateral', async () => {
    const delegate = (amount: bigint) => scan(debt, delegation(amount))
    loud(await delegate(units(1_500, 6)), /can take 1,500 USDC of yours by/, /USDC/)
    loud(await delegate(2n ** 256n - 1n), /can take [\d,]+ USDC of yours/, /USDC/)
    quiet(await delegate(0n))
  })

  test('an operator of a token (ERC-777) is loud, a revoked one and a delegate of votes are quiet', async () => {
    const onToken = (name: string, args: readonly unknown[]) => scan(token, dataOf('OperatorToken', name, args))
    loud(await onToken('authorizeOperator', [STRANGER]), /operatorSend|can take/, /OPT/, 'high')
    quiet(await onToken('revokeOperator', [STRANGER]))
    const delegated = await onToken('delegate', [STRANGER])
    quiet(delegated)
    assert.equal(delegated.warnings.find(({ id }) => id === 'vote-delegation')?.severity, 'low', seen(delegated))
  })

  test('a ward and a role holder of the own vault are loud, a keeper who only updates it is quiet', async () => {
    loud(await onWarded('rely', [STRANGER]), /can take 3 ETH of yours/, /all or most/)
    loud(await onWarded('grantRole', [ADMIN, STRANGER]), /can take 3 ETH of yours/, /all or most/)
    quiet(await onWarded('setKeeper', [STRANGER]))
    quiet(await onWarded('deny', [STRANGER]))
    // The vault without funds: the power is told, and there is nothing to take.
    const worthless = await scan(empty, dataOf('WardedVault', 'rely', [STRANGER]))
    assert.equal(found(worthless)?.severity, 'medium', seen(worthless))
  })

  test('operators, managers and new owners of a name are told, a new record is quiet', async () => {
    const onNames = (name: string, args: readonly unknown[]) => scan(names, dataOf('NameRegistry', name, args))
    loud(
      await onNames('setManager', [NODE, STRANGER]),
      /can become the owner in your place/,
      /owner\(bytes32\)/,
      'high',
    )
    const operator = await onNames('setApprovalForAll', [STRANGER, true])
    assert.match(operator.recommendation, /CAUTION|BLOCK/, seen(operator))
    const owner = await onNames('setOwner', [NODE, STRANGER])
    assert.equal(found(owner)?.severity, 'medium', seen(owner))
    quiet(await onNames('setAddr', [NODE, STRANGER]))
  })
})

const DELEGATION = parseAbi(['function approveDelegation(address delegatee, uint256 amount)'])

function delegation(amount: bigint): Hex {
  return encodeFunctionData({ abi: DELEGATION, functionName: 'approveDelegation', args: [STRANGER, amount] })
}
