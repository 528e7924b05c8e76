import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { createClient, verifyWebhook } from '@redoubt/client'
import { privateKeyToAccount } from 'viem/accounts'
import { SCOPES } from '../../server/src/domain/apiKey.ts'
import { sharedService } from '../../server/src/testing/sharedService.ts'
import { runCommand } from './testing/runCommand.ts'

const ROOT = join(import.meta.dirname, '../../..')
const CLIENT = join(ROOT, 'packages/cli/bin/redoubt-client.js')
const REDOUBT = join(ROOT, 'packages/server/bin/redoubt.js')
const README = readFileSync(join(ROOT, 'packages/cli/README.md'), 'utf8')
const VICTIM = '0xC022C85bCe79a889068e142c337e7d8EC5BEa139'
const DRAINER = '0xFC97d3520BAbfc504273A14fa6DE19569F1178ac'
const HONEYPOT = '0xEB53DB7800A5C12ee5E79406361cfB6e75534778'
const DRAIN = { from: VICTIM, to: DRAINER, value: '28571428571428571', data: '0x4e71d92d' }
const DRAIN_ARGS = ['--from', VICTIM, '--to', DRAINER, '--value', DRAIN.value]
/** Machines that run tests are busy. */
const PATIENT = ['--deadline', '30', '--timeout', '90']

const { app, url } = await sharedService()

// Every command against the service, on the sandbox; two of them as a person starts them.
describe('redoubt-client and the service', () => {
  let folder = ''
  let env: Record<string, string>
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'redoubt-client-'))
    const account = await app.store.accounts.create({ name: 'cli', plan: 'enterprise', operator: true })
    const scopes = [...SCOPES]
    const { token } = await app.store.keys.create({ accountId: account.id, name: 'c', scopes, environment: 'test' })
    env = { REDOUBT_URL: url, REDOUBT_API_KEY: token, XDG_CONFIG_HOME: join(folder, 'config') }
  })
  after(() => rmSync(folder, { recursive: true, force: true }))

  const run = (args: string[], stdin = '') => runCommand(args, { env, stdin })
  /** `data` of a command that ends with the code. */
  const json = async (code: number, args: string[], stdin = '') => {
    const ended = await run([...args, '--json'], stdin)
    assert.deepEqual({ code: ended.code, stderr: ended.stderr }, { code, stderr: '' }, args.join(' '))
    return JSON.parse(ended.stdout)
  }
  const spawned = (program: string, args: string[], stdin = '') =>
    new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
      const { PATH = '' } = process.env
      const child = execFile(process.execPath, [program, ...args], { env: { PATH, ...env } }, (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
      )
      child.stdin?.end(stdin)
    })

  test('a scan of anything guesses its kind, and its exit code is the verdict', async () => {
    const signer = privateKeyToAccount(`0x${'11'.repeat(32)}`)
    const raw = await signer.signTransaction({
      chainId: 1,
      type: 'eip1559',
      maxFeePerGas: 30_000_000_000n,
      maxPriorityFeePerGas: 1_000_000_000n,
      to: DRAINER,
      value: 1n,
      data: '0x4e71d92d',
      gas: 200_000n,
      nonce: 0,
    })
    const typedData = {
      types: { Permit: ['owner', 'spender'].map((name) => ({ name, type: 'address' })) },
      primaryType: 'Permit',
      domain: { name: 'x', chainId: 1, verifyingContract: HONEYPOT },
      message: { owner: VICTIM, spender: DRAINER },
    }
    writeFileSync(join(folder, 'permit.json'), JSON.stringify(typedData))
    const cases: [what: string, code: number, args: string[], stdin: string, shows: (data: never) => boolean][] = [
      ['call data', 13, ['scan', DRAIN.data, ...DRAIN_ARGS], '', ({ recommendation }) => recommendation === 'BLOCK'],
      ['a request', 13, ['scan'], JSON.stringify(DRAIN), ({ decoded }) => decoded !== undefined],
      ['a contract', 13, ['scan', HONEYPOT], '', ({ isHoneypot }) => isHoneypot === true],
      ['a wallet', 11, ['scan', VICTIM], '', ({ profile }) => profile !== undefined],
      ['a host', 13, ['scan', 'lantern-airdrop.test'], '', ({ url: seen }) => seen === 'https://lantern-airdrop.test/'],
    ]
    for (const [what, code, args, stdin, shows] of cases)
      assert.ok(shows((await json(code, [...args, ...PATIENT], stdin)) as never), what)
    const signed = await run(['scan', raw, ...PATIENT, '-q'])
    assert.ok(signed.code >= 11, `${signed.code} ${signed.stderr}`)
    const permit = await run([
      'scan',
      join(folder, 'permit.json'),
      '--address',
      VICTIM,
      ...PATIENT,
      '-q',
      '--fail-on',
      'never',
    ])
    assert.deepEqual([permit.code, permit.stderr], [0, ''])
    assert.match(permit.stdout, /^(PROCEED|REVIEW|CAUTION|BLOCK)\n$/)
    assert.equal(
      (await run(['scan', 'message', 'hello', '--address', VICTIM, ...PATIENT, '--fail-on', 'high', '-q'])).code,
      0,
    )
    const unknown = await run(['scan', `0x${'ab'.repeat(32)}`, '--json'])
    assert.deepEqual([unknown.code, JSON.parse(unknown.stderr).error.code], [1, 'NOT_FOUND'])
  })

  test('as a process: verdict first, and redoubt has the same command', async () => {
    const [client, redoubt] = await Promise.all([
      spawned(CLIENT, ['scan', 'tx', ...DRAIN_ARGS, '--data', DRAIN.data, ...PATIENT]),
      spawned(REDOUBT, ['scan', '-', '--json', ...PATIENT], JSON.stringify(DRAIN)),
    ])
    assert.deepEqual([client.code, client.stderr, redoubt.code, redoubt.stderr], [13, '', 13, ''])
    const [verdict = '', sentence = ''] = client.stdout.split('\n')
    const data = JSON.parse(redoubt.stdout)
    assert.equal(
      verdict.trim(),
      `BLOCK   critical, score ${data.riskScore}/100, confidence ${Math.round(data.confidence * 100)} %`,
    )
    assert.equal(sentence, data.explanation.summary)
    assert.match(client.stdout, /\n0xC022C85bCe79a889068e142c337e7d8EC5BEa139\t-2500\tDAI\t-\$2,500\.00\n/)
    const sent = createClient({ baseUrl: url, apiKey: env.REDOUBT_API_KEY ?? '', timeoutMs: 90_000 })
    const asked = await sent.scan.transaction({ chain: 'ethereum', ...DRAIN, options: { deadlineMs: 30_000 } })
    assert.deepEqual(Object.keys(data), Object.keys(asked))
  })

  test('scores, reports, approvals and revocations', async () => {
    assert.equal((await json(13, ['score', DRAINER, ...PATIENT])).entity, DRAINER)
    const many = await run(['score', DRAINER, 'https://lantern-airdrop.test', '--fail-on', 'critical', ...PATIENT])
    assert.deepEqual([many.code, many.stdout.split('\n')[1]], [13, 'BLOCK\t98\thttps://lantern-airdrop.test'])
    const pdf = join(folder, 'report.pdf')
    const report = await run(['report', DRAINER, '--pdf', pdf, ...PATIENT])
    assert.deepEqual([report.code, report.stderr], [13, `Report written to ${pdf}.\n`])
    assert.match(report.stdout, /^ BLOCK .*\nCategories\n/s)
    assert.equal(readFileSync(pdf, 'latin1').slice(0, 5), '%PDF-')
    const approvals = await run(['approvals', VICTIM, '--limit', '1'])
    assert.equal(approvals.code, 0)
    assert.match(approvals.stdout, /^3 approvals, 3 risky, 3 unlimited, \$11,798\.80 at risk\n/)
    assert.match(approvals.stderr, /^There are more: --cursor \S+ for the next page/)
    assert.equal((await json(13, ['approvals', VICTIM, '--all', '--fail-on', 'high'])).approvals.length, 3)
    const { token, spender } = (await json(0, ['approvals', VICTIM])).approvals[0]
    const revoked = await json(0, ['revoke', VICTIM, '--approval', `erc20:${token}:${spender}`])
    assert.deepEqual([revoked.totals.approvals, revoked.transactions[0].to], [1, token])
    const [named = ''] = (await run(['approvals', VICTIM, '-q'])).stdout.split('\n')
    assert.equal(named, `erc20:${token}:${spender}`)
    const quiet = await run(['revoke', VICTIM, '--approval', named, '-q'])
    assert.equal(quiet.stdout, `${token} ${revoked.transactions[0].data}\n`)
  })

  test('an appeal judges a kept scan anew', async () => {
    const sent = createClient({ baseUrl: url, apiKey: env.REDOUBT_API_KEY ?? '', timeoutMs: 90_000 })
    let requestId = ''
    const call = {
      onMeta: (meta: { requestId: string; scanId?: string | null }) => (requestId = meta.scanId ?? meta.requestId),
    }
    await sent.scan.contract({ address: HONEYPOT, chain: 'ethereum', options: { deadlineMs: 30_000 } }, call)
    const asked = ['appeal', requestId, '--claim', 'timelock', 'verified-source', '--timeout', '90']
    const { entity, chain, appeal } = await json(0, [...asked, '--note', 'sells again'])
    assert.deepEqual([entity, chain, appeal.requestId, appeal.sameRules], [HONEYPOT, 'ethereum', requestId, true])
    assert.deepEqual(
      appeal.claims.map(({ claim, holds }: { claim: string; holds: boolean | null }) => [claim, holds]),
      [
        ['timelock', false],
        ['verified-source', false],
      ],
    )
    const said = await run(asked)
    assert.equal(said.code, 0, said.stderr)
    assert.match(said.stdout, /^BLOCK \(critical, \d+\/100\) before, BLOCK \(critical, \d+\/100\) now\n/)
    assert.match(said.stdout, /\nNo finding changed\.\n/)
    const gone = await run(['appeal', 'none', '--json'])
    assert.deepEqual([gone.code, JSON.parse(gone.stderr).error.code], [1, 'NOT_FOUND'])
  })

  test('monitors, keys and webhooks', async () => {
    const only = ['--only', 'approvals,outgoing', '--large-transfer', '5', '--new-approval', 'unlimited']
    const { id } = await json(0, ['monitor', 'create', VICTIM, ...only])
    const updated = await json(0, ['monitor', 'update', id, '--suspicious', 'off'])
    assert.deepEqual(updated.monitoring, {
      incomingTransactions: false,
      outgoingTransactions: true,
      tokenApprovals: true,
      nftTransfers: false,
      contractInteractions: false,
    })
    assert.deepEqual(updated.alerts.newApproval, { enabled: false, notifyUnlimited: true })
    assert.deepEqual([updated.alerts.largeTransfer.threshold, updated.alerts.suspiciousActivity.enabled], [5, false])
    assert.equal((await run(['monitor', 'list', '-q'])).stdout, `${id}\n`)
    assert.match((await run(['monitor', 'show', id])).stdout, /watches\toutgoing,approvals\n/)
    assert.deepEqual(await json(0, ['monitor', 'delete', id]), { id, deleted: true })

    const created = await run(['keys', 'create', '--name', 'ci', '--scopes', 'scan:read,risk:read'])
    assert.match(created.stdout, /^svc_test_\w+\n$/)
    const doctor = await runCommand(['doctor', '--json'], { env: { ...env, REDOUBT_API_KEY: created.stdout.trim() } })
    const checks = Object.fromEntries(
      JSON.parse(doctor.stdout).checks.map((check: { name: string }) => [check.name, check]),
    )
    assert.equal(doctor.code, 0)
    assert.equal(checks.scopes.detail, 'scan:read, risk:read')
    assert.match(checks.limits.detail, /^\d+ of 1000 requests left this minute/)
    assert.deepEqual([checks.clock.state, checks.version.state, checks.sources.state], ['ok', 'ok', 'unknown'])
    assert.match(checks.ethereum.detail, /^block \d+, \d+ ms/)
    assert.deepEqual([checks.ethereum.state, checks.bsc.state, checks.base], ['ok', 'ok', undefined])
    const login = await runCommand(['login', '--url', url], {
      env: { XDG_CONFIG_HOME: env.XDG_CONFIG_HOME ?? '' },
      stdin: created.stdout,
    })
    assert.equal(login.code, 0, login.stderr)
    assert.ok(!(login.stdout + login.stderr).includes(created.stdout.trim()))
    const again = await runCommand(['score', 'nothing'], { env: { XDG_CONFIG_HOME: env.XDG_CONFIG_HOME ?? '' } })
    assert.equal(again.code, 2, again.stderr)
    const pages = ['--origins', 'https://app.example, http://localhost:*']
    const shown = await json(0, ['keys', 'create', '--name', 'page', '--scopes', 'scan:read', ...pages])
    assert.deepEqual(shown.origins, ['https://app.example', 'http://localhost:*'])
    const key = (await json(0, ['keys', 'list'])).keys.find(({ name }: { name: string }) => name === 'ci')
    assert.deepEqual(await json(0, ['keys', 'revoke', key.id]), { id: key.id, revoked: true })
    const refused = await runCommand(['doctor'], { env: { ...env, REDOUBT_API_KEY: created.stdout.trim() } })
    assert.deepEqual([refused.code, /key\tREDOUBT_API_KEY: .*revoked/.test(refused.stdout)], [4, true])

    const hook = await run(['webhook', 'create', 'https://hooks.example.org/a', '--events', 'approval.new'])
    assert.match(hook.stdout, /\nwhsec_\S+\n$/)
    const [hookId = ''] = (await run(['webhook', 'list', '-q'])).stdout.split('\n')
    assert.equal(
      (await json(0, ['webhook', 'update', hookId, '--to', 'https://hooks.example.org/b'])).url,
      'https://hooks.example.org/b',
    )
    assert.match((await run(['webhook', 'rotate-secret', hookId])).stdout, /^whsec_\S+\n$/)
    const delivery = await json(0, ['webhook', 'test', hookId])
    assert.equal((await json(0, ['webhook', 'deliveries', hookId])).deliveries[0].id, delivery.id)
    assert.ok([0, 1].includes((await run(['webhook', 'retry', hookId, delivery.id])).code))
    assert.equal((await json(0, ['webhook', 'activate', hookId])).status, 'active')
    assert.equal((await json(0, ['events', '--type', 'webhook.test'])).events[0].type, 'webhook.test')
    assert.equal((await json(0, ['webhook', 'show', hookId])).id, hookId)
    assert.deepEqual(await json(0, ['webhook', 'delete', hookId]), { id: hookId, deleted: true })
  })

  test('the session of the README is what a terminal shows', async () => {
    const [, session = ''] = /```console\n([\s\S]*?)```/.exec(README) ?? []
    const steps = session.split(/^\$ /m).slice(1)
    assert.ok(steps.length > 5)
    let code = 0
    for (const step of steps) {
      const [command = '', ...lines] = step.trimEnd().split('\n')
      const [program, ...args] = command.split(' ')
      if (program === 'echo') {
        assert.equal(String(code), lines.join('\n'))
        continue
      }
      const asked = args[0] === 'doctor' ? args : [...args, ...(args[0] === 'approvals' ? [] : PATIENT)]
      const ended = await runCommand(asked, { env: { ...env, NO_COLOR: '1' }, isTerminal: true })
      code = ended.code
      const shown = lines
        .join('\n')
        .replaceAll('http://127.0.0.1:8080', url)
        .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      assert.match((ended.stdout || ended.stderr).trimEnd(), new RegExp(`^${shown.replaceAll('…', '[^]*?')}$`), command)
    }
  })

  test('events are followed, and forwarded signed as the service would', async () => {
    const received: { body: Buffer; headers: Record<string, string> }[] = []
    const server = createServer(async (request, response) => {
      received.push({ body: await buffer(request), headers: request.headers as Record<string, string> })
      response.writeHead(204).end()
    }).listen(0, '127.0.0.1')
    // A failed test must not leave it open: the process would not end.
    server.unref()
    await once(server, 'listening')
    const hook = await json(0, ['webhook', 'create', 'https://hooks.example.org/c', '--events', 'approval.new'])
    await run(['webhook', 'test', hook.id])
    const { cursor } = (await json(0, ['events', '--type', 'webhook.test'])).events[0]
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
    const target = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`
    const stream = ['--cursor', cursor, '--count', '1', '--json']
    await run(['webhook', 'test', hook.id])
    const forwarded = await runCommand(['webhook', 'listen', '--forward-to', target, ...stream], {
      env: { ...env, REDOUBT_WEBHOOK_SECRET: secret },
    })
    const followed = await run(['events', '--follow', ...stream])
    server.closeAllConnections()
    assert.deepEqual([forwarded.code, followed.code], [0, 0])
    const event = JSON.parse(followed.stdout)
    assert.equal(JSON.parse(forwarded.stdout).id, event.id)
    const [first = assert.fail()] = received
    assert.deepEqual(await verifyWebhook(first.body, { headers: first.headers, secret, toleranceSeconds: 60 }), {
      id: event.id,
      type: event.type,
      timestamp: event.timestamp,
      data: event.data,
    })
    await run(['webhook', 'delete', hook.id])
  })
})
