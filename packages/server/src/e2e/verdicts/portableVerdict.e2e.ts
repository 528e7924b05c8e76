import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { replayVerdict } from '../../composition/replayVerdict.ts'
import type { VerdictKey, VerdictSigner } from '../../domain/verdict.ts'
import { allScenarios } from '../../sandbox/scenarios.ts'
import { sandboxWorld } from '../../sandbox/world.ts'
import { keyringOf } from '../../store/keyring.ts'
import { createVerdictSigner } from '../../store/verdictSigner.ts'
import { permitOf } from '../../testing/sandboxMessages.ts'
import { sharedService } from '../../testing/sharedService.ts'
import { readVerdict, type Verdict, writeVerdict } from '../../witness/verdictFile.ts'

const MAIN = fileURLToPath(new URL('../../../bin/redoubt.js', import.meta.url))
/** Every scenario is executed again by `npm run torture -- verdict`. */
const SCENARIOS = ['swap', 'drain-disguised-as-claim', 'vault-deposit']
const FLIPS = 300

const run = promisify(execFile)

describe('portable verdicts', () => {
  let service: Awaited<ReturnType<typeof sharedService>>
  const folder = mkdtempSync(join(tmpdir(), 'redoubt-verdict-'))
  let keys: VerdictKey[] = []
  const world = sandboxWorld('ethereum')
  const files: { name: string; jws: string; requestId: string }[] = []

  before(async () => {
    service = await sharedService()
    const published = await fetchKeys(service.url)
    keys = published.keys
    writeFileSync(join(folder, 'keys.json'), JSON.stringify(published))
  })
  after(() => rmSync(folder, { recursive: true, force: true }))

  async function scan(name: string, path: string, body: object): Promise<void> {
    const { status, json } = await service.ask(path, body)
    assert.equal(status, 200, JSON.stringify(json))
    assert.equal(json.data.witness.kept, true, `${name}: ${JSON.stringify(json.data.witness)}`)
    const requestId = json.meta.scanId ?? json.meta.requestId
    const { json: kept } = await service.ask(`/v1/scans/${requestId}/verdict`)
    assert.equal(kept.data.bytes, json.data.witness.bytes)
    files.push({ name, jws: kept.data.jws, requestId })
    writeFileSync(join(folder, `${name}.jws`), kept.data.jws)
    const { verdict } = readVerdict(Buffer.from(kept.data.jws), keys)
    const { witness: _, policy: __, askedByOrigin: ___, ...answered } = json.data
    const { askedByOrigin: ____, ...held } = JSON.parse(verdict.answer)
    assert.deepEqual(held, answered, `${name}: the verdict holds the answer`)
  }

  for (const id of SCENARIOS)
    test(`a transaction is executed again with the same answer: ${id}`, async () => {
      const scenario = allScenarios(world).find((one) => one.id === id)
      assert.ok(scenario)
      await scan(id, '/v1/scan/transaction', { ...scenario.body, options: { witness: true } })
      await confirmed(id)
    })

  test('what this process analysed before changes no read', async () => {
    const scenario = allScenarios(world).find(({ id }) => id === 'vault-deposit')
    await scan('warm', '/v1/scan/transaction', { ...scenario?.body, options: { witness: true } })
    await confirmed('warm')
  })

  test('so is a message, and a contract', async () => {
    const { trader, spender } = world.actors
    const typedData = permitOf(world, spender, 5_000_000n)
    await scan('permit', '/v1/scan/message', {
      address: trader,
      chain: 'ethereum',
      typedData,
      options: { witness: true },
    })
    await confirmed('permit')
    for (const [name, address] of Object.entries({ honeypot: world.traps.honeypot, usdc: world.tokens.usdc })) {
      await scan(name, '/v1/scan/contract', { address, chain: 'ethereum', options: { witness: true } })
      await confirmed(name)
    }
  })

  async function confirmed(name: string): Promise<void> {
    const { jws } = files.find((one) => one.name === name) ?? assert.fail(`${name} was not scanned`)
    const replayed = await replayVerdict(Buffer.from(jws), keys)
    assert.ok(replayed.verified, JSON.stringify(replayed))
  }

  test('redoubt verify confirms it in a network namespace without a network', async (context) => {
    if (!(await hasNamespaces())) return context.skip('this machine makes no network namespaces')
    for (const name of ['swap', 'usdc']) {
      const command = `ip link set lo up && exec "$0" "$@"`
      const verify = [MAIN, 'verify', join(folder, `${name}.jws`), '--keys', join(folder, 'keys.json'), '--json']
      const { stdout } = await run('unshare', ['-rn', 'sh', '-c', command, process.execPath, ...verify], {
        cwd: folder,
      })
      assert.equal(JSON.parse(stdout).verified, true)
    }
  })

  test('any changed bit is refused', async () => {
    const [file] = files
    assert.ok(file)
    const bytes = Buffer.from(`${file.jws}\n`)
    for (let times = 0; times < FLIPS; times++) {
      // Spread over the file by the golden ratio, the header and the line feed at its end among them.
      const bit = times === 0 ? bytes.length * 8 - 1 : Math.floor(((times * 0.618034) % 1) * bytes.length * 8)
      const changed = Buffer.from(bytes)
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      const replayed = await replayVerdict(changed, keys)
      assert.equal(replayed.verified, false, `bit ${bit}`)
    }
  })

  test('says what is wrong with a verdict that its key signed', async () => {
    const [file] = files
    assert.ok(file)
    const { verdict } = readVerdict(Buffer.from(file.jws), keys)
    const signer = createVerdictSigner(keyringOf('11'.repeat(32)))
    const refused = async (changes: Partial<Verdict>) => {
      const replayed = await replayVerdict(signedBy(signer, { ...verdict, ...changes }), signer.keys())
      return replayed.verified ? assert.fail('confirmed') : replayed
    }
    const unknown = await replayVerdict(signedBy(signer, verdict), keys)
    assert.equal(unknown.verified === false && unknown.reason, 'unknown-key')
    for (const port of ['ethereum.head', 'labels']) {
      const left = [...verdict.reads].filter(([key]) => !key.startsWith(`${port} `))
      assert.ok(left.length < verdict.reads.size, port)
      const missing = await refused({ reads: new Map(left) })
      assert.equal(missing.reason, 'missing-reads')
      assert.ok(
        missing.missing?.some((key) => key.startsWith(`${port} `)),
        String(missing.missing),
      )
    }
    const answer = JSON.stringify({ ...JSON.parse(verdict.answer), riskScore: 99 })
    const other = await refused({ answer })
    assert.deepEqual([other.reason, other.difference], ['other-answer', 'answer.riskScore'])
    // By other code another answer accuses no service, and the same one proves as much as by this.
    const elsewhere = await refused({ answer, code: 'ab'.repeat(32) })
    assert.deepEqual([elsewhere.reason, elsewhere.difference], ['other-code', 'answer.riskScore'])
    assert.match(elsewhere.message, /proves nothing.*abababab/)
    const same = await replayVerdict(signedBy(signer, { ...verdict, code: 'ab'.repeat(32) }), signer.keys())
    assert.equal(same.verified, true)
    const old = await refused({ rulesetVersion: '2025.01.01', software: '0.0.1' })
    assert.equal(old.reason, 'other-ruleset')
    assert.match(old.message, /Verify it with Redoubt 0\.0\.1/)
    const descriptors = await refused({ settings: { ...verdict.settings, clearSigning: 'ab'.repeat(32) } })
    assert.equal(descriptors.reason, 'other-descriptors')
  })

  test('a scan without a witness keeps no verdict, and other accounts find none', async () => {
    const scenario = allScenarios(world).find(({ id }) => id === 'plain-transfer')
    const { json } = await service.ask('/v1/scan/transaction', scenario?.body)
    assert.equal('witness' in json.data, false)
    assert.equal((await service.ask(`/v1/scans/${json.meta.requestId}/verdict`)).status, 404)
    const other = await sharedService()
    const [file] = files
    assert.equal((await other.ask(`/v1/scans/${file?.requestId}/verdict`)).status, 404)
  })
})

function signedBy(signer: VerdictSigner, verdict: Verdict): Buffer {
  const file = writeVerdict(verdict, signer)
  assert.ok(file)
  return Buffer.from(file.text)
}

async function fetchKeys(url: string): Promise<{ keys: VerdictKey[] }> {
  const response = await fetch(`${url}/.well-known/redoubt-keys.json`)
  assert.match(response.headers.get('content-type') ?? '', /^application\/jwk-set\+json/)
  return (await response.json()) as { keys: VerdictKey[] }
}

async function hasNamespaces(): Promise<boolean> {
  return run('unshare', ['-rn', 'ip', 'link', 'set', 'lo', 'up']).then(
    () => true,
    () => false,
  )
}
