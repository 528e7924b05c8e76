import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { encodeDeployData, getContractAddress, keccak256, numberToHex, parseEther, stringToHex } from 'viem/utils'
import { initCodeOf } from '../../../bench/verdicts/contracts.ts'
import { type OpenSandbox, openSandbox } from '../../intel/onchain/testing/openSandbox.ts'
import { readArtifact } from '../../sandbox/artifacts/readArtifact.ts'
import { type ScanService, startScanService } from '../../testing/scanService.ts'

const accountOf = (name: string): Address => `0x${keccak256(stringToHex(name)).slice(26)}`
const MAKER = accountOf('maker of diamonds')
const KEY = accountOf('a key of diamonds')
const DAY = 86_400n

type Deploy = (contract: string, args?: readonly unknown[]) => Promise<Address>

const KEYED: Record<string, (deploy: Deploy) => Promise<Address>> = {
  'a diamond of the standard': async (deploy) =>
    deploy('PartDiamond', [await deploy('CutPart'), await deploy('TillPart'), KEY]),
  'a router whose list of selectors comes first': async (deploy) => deploy('PartRouter', [await deploy('RouterTill')]),
  'a hub of modules, one at a time': async (deploy) => deploy('ModuleHub', [await deploy('HubTill'), KEY]),
  'a hub whose modules may only be replaced': async (deploy) =>
    deploy('ReplacedModuleHub', [await deploy('HubTill'), KEY]),
}
const HONEST: Record<string, (deploy: Deploy) => Promise<Address>> = {
  'a diamond of a timelock of two days': async (deploy) =>
    deploy('PartDiamond', [
      await deploy('CutPart'),
      await deploy('TillPart'),
      await deploy('StatedTimelock', [KEY, 2n * DAY, 2n * DAY]),
    ]),
  'a router that is prepared five days before': async (deploy) =>
    deploy('SlowPartRouter', [await deploy('RouterTill')]),
}
/** What their owner may do at once after an announcement. */
const BROKEN_NOTICE: Record<string, (deploy: Deploy) => Promise<Address>> = {
  'a diamond whose announcements may be dated back': async (deploy) =>
    deploy('PartDiamond', [await deploy('BackdatedCutPart'), await deploy('TillPart'), KEY]),
  'a diamond whose notice its owner sets to nothing': async (deploy) =>
    deploy('PartDiamond', [await deploy('HastyCutPart'), await deploy('TillPart'), KEY]),
  'a hub whose proposals begin in the past': async (deploy) =>
    deploy('PastProposedCutHub', [await deploy('HubTill'), KEY]),
}
/** Cuts of a key that an event announces days before. */
const NOTICED: Record<string, { build: (deploy: Deploy) => Promise<Address>; told: RegExp }> = {
  'a diamond whose cuts an event announces a week before': {
    build: async (deploy) => deploy('PartDiamond', [await deploy('AnnouncedCutPart'), await deploy('TillPart'), KEY]),
    told: /can replace the code of this contract, 7 days after it announced the change/,
  },
  'a hub whose cuts are proposed whole, three days before': {
    build: async (deploy) => deploy('ProposedCutHub', [await deploy('HubTill'), KEY]),
    told: /can replace the code of this contract, 3 days after it announced the change/,
  },
}
/** What their owner may do is told by the standard's functions, as before: nothing was executed. */
const TOLD: Record<string, (deploy: Deploy) => Promise<Address>> = {
  'a diamond whose cuts are announced a week before': async (deploy) =>
    deploy('PartDiamond', [await deploy('SlowCutPart'), await deploy('TillPart'), KEY]),
  'a hub whose modules may only be taken out': async (deploy) =>
    deploy('ClosedModuleHub', [await deploy('HubTill'), KEY]),
}

// ERC-2535 and its like: the parts of a contract are changed by a call with selectors, which is executed with code of ours.
describe('POST /v1/scan/contract of contracts with parts', { timeout: 300_000 }, () => {
  let sandbox: OpenSandbox
  let service: ScanService
  const made = new Map<string, Address>()

  before(async () => {
    sandbox = await openSandbox('ethereum')
    const { rpc } = sandbox
    for (const one of [MAKER, KEY]) await rpc('anvil_setBalance', [one, numberToHex(parseEther('10'))])
    let nonce = 0n
    const deploy: Deploy = async (contract, args = []) => {
      const data: Hex =
        contract === 'StatedTimelock'
          ? encodeDeployData({ ...readArtifact(contract), args })
          : initCodeOf(contract, args)
      await rpc('eth_sendTransaction', [{ from: MAKER, data, gas: numberToHex(4_000_000) }])
      await rpc('evm_mine', [])
      return getContractAddress({ from: MAKER, nonce: nonce++ }).toLowerCase() as Address
    }
    const noticed = Object.fromEntries(Object.entries(NOTICED).map(([name, { build }]) => [name, build]))
    for (const [name, build] of Object.entries({ ...KEYED, ...HONEST, ...TOLD, ...BROKEN_NOTICE, ...noticed }))
      made.set(name, await build(deploy))
    await rpc('anvil_mine', ['0x40', '0x2a30'])
    service = await startScanService('live', { ETHEREUM_RPC_URLS: sandbox.url, SOURCIFY_URL: 'off' })
  })
  after(async () => {
    await service?.close()
    await sandbox?.[Symbol.asyncDispose]()
  })

  const scan = async (name: string) => {
    const body = { chain: 'ethereum', address: made.get(name), options: { deadlineMs: 28_000 } }
    const { status, json } = await service.ask('/v1/scan/contract', body)
    assert.equal(status, 200, JSON.stringify(json))
    const { warnings, proxy } = json.data as {
      warnings: { id: string; severity: string; description: string; evidence: { state?: string } }[]
      proxy: { kind: string; upgradeable: boolean | null } | null
    }
    const said = warnings.map(({ id, severity, description }) => `${severity} ${id}: ${description}`).join('\n')
    return { warnings, proxy, said }
  }

  for (const name of Object.keys(KEYED))
    test(`${name}: one key can replace its code`, async () => {
      const { warnings, proxy, said } = await scan(name)
      const grave = warnings.filter(({ severity }) => severity === 'high' || severity === 'critical')
      assert.ok(
        grave.some(
          ({ description, evidence }) =>
            /single key .* can replace/.test(description) && evidence.state === 'effective',
        ),
        said,
      )
      assert.equal(proxy?.upgradeable, true)
    })

  for (const name of Object.keys(HONEST))
    test(`${name}: no key can at once`, async () => {
      const { warnings, said } = await scan(name)
      const grave = warnings.filter(({ severity }) => !['info', 'low'].includes(severity))
      assert.deepEqual(grave, [], said)
    })

  for (const name of Object.keys(TOLD))
    test(`${name}: no upgrade is said to be executed`, async () => {
      const { warnings, said } = await scan(name)
      const found = warnings.filter(({ id }) => id === 'single-key-upgradeable-proxy')
      assert.deepEqual(
        found.map(({ evidence }) => evidence.state),
        ['potential'],
        said,
      )
    })

  for (const [name, { told }] of Object.entries(NOTICED))
    test(`${name}: the key is told with its notice`, async () => {
      const { warnings, said } = await scan(name)
      const found = warnings.filter(({ id }) => id === 'single-key-upgradeable-proxy')
      assert.deepEqual(
        found.map(({ severity, evidence }) => [severity, evidence.state]),
        [['low', 'potential']],
        said,
      )
      assert.match(found[0]?.description ?? '', told)
    })

  for (const name of Object.keys(BROKEN_NOTICE))
    test(`${name}: the key is told as one without a notice`, async () => {
      const { warnings, said } = await scan(name)
      const grave = warnings.filter(({ severity }) => severity === 'high' || severity === 'critical')
      assert.ok(
        grave.some(({ id }) => id === 'single-key-upgradeable-proxy'),
        said,
      )
    })
})
