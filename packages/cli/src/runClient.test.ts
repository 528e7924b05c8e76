import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { sendData, sendError, startServer } from '../../client/src/testing/startServer.ts'
import { CLIENT_COMMANDS, isClientCommand } from './clientCommands.ts'
import { completionScript, SHELLS } from './commands/completion.ts'
import { createProgram } from './createProgram.ts'
import { runCommand, testTerminal } from './testing/runCommand.ts'

const KEY = { REDOUBT_API_KEY: 'svc_test_key' }
const SCORE = {
  entity: '0x1',
  entityType: 'wallet',
  riskScore: 5,
  riskLevel: 'safe',
  confidence: 1,
  recommendation: 'PROCEED',
  complete: true,
  unknown: [],
  unavailable: [],
  factors: [],
  rulesetVersion: 'r',
  intelAsOf: '2026-11-24',
}
const score = (riskLevel: string, recommendation: string) => ({ ...SCORE, riskLevel, recommendation })

describe('the command line', () => {
  test('an error says what is wrong, where, and under which request', async () => {
    const details = [1, 2].map((n) => ({ path: `body.m${n}`, message: `wrong ${n}\u001b[2J`, suggestion: null }))
    await using server = await startServer((response) =>
      sendError(response, 400, { code: 'VALIDATION_ERROR', message: details[0]?.message, details }),
    )
    const args = ['score', '0x1', '--url', server.url]
    const { code, stdout, stderr } = await runCommand(args, { env: KEY })
    assert.deepEqual([code, stdout], [2, ''])
    assert.equal(
      stderr,
      'error: wrong 1\\u{1b}[2J (VALIDATION_ERROR)\n  body.m2: wrong 2\\u{1b}[2J\n  Request r1; the log of the service has it.\n',
    )
    const json = await runCommand([...args, '--json'], { env: KEY })
    assert.equal(json.stdout, '')
    const { success, error } = JSON.parse(json.stderr)
    assert.deepEqual([success, error.code, error.status, error.details], [false, 'VALIDATION_ERROR', 400, details])
  })

  const FAILURES: readonly (readonly [what: string, status: number, code: string, exit: number])[] = [
    ['a refused key', 401, 'EXPIRED_API_KEY', 4],
    ['a missing scope', 403, 'INSUFFICIENT_SCOPE', 4],
    ['the plan', 403, 'PLAN_REQUIRED', 1],
    ['something unknown', 404, 'NOT_FOUND', 1],
  ]
  for (const [what, status, code, exit] of FAILURES)
    test(`${what} ends with ${exit}`, async () => {
      await using server = await startServer((response) =>
        sendError(response, status, { code, message: 'm', details: [] }),
      )
      assert.equal((await runCommand(['score', '0x1', '--url', server.url], { env: KEY })).code, exit)
    })

  test('a PDF that could not be written is refused before the service draws it', async () => {
    let asked = 0
    await using server = await startServer((response) => {
      asked++
      sendError(response, 500, { code: 'INTERNAL_ERROR', message: 'm', details: [] })
    })
    for (const [file, said] of [
      ['/no-such-folder/report.pdf', /there is no folder \/no-such-folder/],
      [import.meta.dirname, /this is a folder/],
    ] as const) {
      const { code, stderr } = await runCommand(['report', '0x1', '--pdf', file, '--url', server.url], { env: KEY })
      assert.equal(code, 2)
      assert.match(stderr, said)
    }
    assert.equal(asked, 0)
  })

  test('a service that is not there, and no key, are said', async () => {
    const gone = await runCommand(['doctor', '--url', 'http://127.0.0.1:1', '--json'], { env: KEY })
    assert.equal(gone.code, 1)
    assert.equal(JSON.parse(gone.stdout).checks[0].state, 'failed')
    const noKey = await runCommand(['score', '0x1', '--json'])
    assert.equal(noKey.code, 4)
    assert.equal(JSON.parse(noKey.stderr).error.code, 'NO_API_KEY')
  })

  test('wrong usage ends with 2 and names the remedy, as JSON where JSON is wanted', async () => {
    const misspelt = await runCommand(['scna'])
    assert.equal(misspelt.code, 2)
    assert.match(misspelt.stderr, /unknown command 'scna'\n\(Did you mean scan\?\)/)
    for (const [args, hint] of [
      [['completion'], /\(redoubt-client completion --help has an example\)/],
      [['monitor', 'crate'], /\(redoubt-client monitor --help lists its commands\)/],
    ] as const)
      assert.match((await runCommand([...args])).stderr, hint)
    const json = await runCommand(['score', '0x1', '--fail-on', 'awful', '--json'])
    assert.deepEqual([json.code, json.stdout], [2, ''])
    assert.match(JSON.parse(json.stderr).error.message, /--fail-on.*low, medium, high, critical, never/)
    assert.equal((await runCommand(['events', '--limit', 'all'])).code, 2)
  })

  test('no command sends a seed phrase or a private key, from wherever it comes', async () => {
    const phrase = 'legal winner thank year wave sausage worth useful legal winner thank yellow'
    const key = 'ab'.repeat(32)
    await using server = await startServer((response) => sendData(response, SCORE))
    const lines: readonly (readonly [args: string[], stdin?: string])[] = [
      [['scan', 'message', phrase, '--address', '0x1']],
      [['scan', 'message', '--address', '0x1'], phrase],
      [['scan', 'message', key, '--address', '0x1']],
      [['score', phrase]],
      [['score', ...phrase.split(' ')]],
      [['report', key]],
      [['scan', 'contract', key]],
      [['scan', 'tx', '--to', '0x1', '--from', '0x2', '--data', key]],
      [['scan', '-'], JSON.stringify({ method: 'personal_sign', params: [phrase, '0x1'] })],
      [['approvals', phrase]],
      [['monitor', 'create', key]],
      [['keys', 'create', '--scopes', 'scan:read', '--name', phrase]],
      [['webhook', 'create', `https://a.example/?${phrase}`, '--events', 'approval.new']],
      [['events', '--entity', phrase]],
    ]
    for (const [args, stdin = ''] of lines) {
      const { code, stdout, stderr } = await runCommand([...args, '--url', server.url], { env: KEY, stdin })
      assert.deepEqual([code, stdout], [2, ''], args.join(' '))
      assert.match(stderr, /^error: This looks like a (seed phrase|private key): nothing was sent/)
    }
    assert.deepEqual(server.received, [])
  })

  test('--follow says that it connects again and why, and ends on what is no stream', async () => {
    await using server = await startServer((response, _, attempt) => {
      if (attempt === 1) response.writeHead(502).end('<html>')
      else response.writeHead(200, { 'content-type': 'text/html' }).end('<html>')
    })
    for (const args of [
      ['events', '--follow'],
      ['webhook', 'listen', '--forward-to', 'http://127.0.0.1:1'],
    ]) {
      const { code, stderr } = await runCommand([...args, '--url', server.url], { env: KEY })
      assert.equal(code, 1)
      if (args[0] === 'events') assert.match(stderr, /HTTP 502 .*Connecting again in \d\.\d s\.\n/)
      assert.match(stderr, /error: No event stream: HTTP 200 with text\/html.*\(UNEXPECTED_ANSWER\)/)
    }
    assert.equal(server.received.length, 3)
  })

  test('seconds that no timer holds are refused', async () => {
    for (const seconds of ['1e9', 'Infinity', 'NaN', '0', '-1', ' ', '5m'])
      for (const option of ['--timeout', '--watch', '--deadline']) {
        const { code, stderr } = await runCommand(['score', '0x1', `${option}=${seconds}`], { env: KEY })
        assert.equal(code, 2)
        assert.match(stderr, new RegExp(`'${option}[^']*' argument .*expected a number of seconds`))
      }
  })

  test('options beside what has its own are refused, and a file that is missing is named', async () => {
    const json = '{"from":"0x1","to":"0x2"}'
    const lines: readonly (readonly [args: string[], stdin: string, message: RegExp])[] = [
      [
        ['scan', 'tx', '-', '--to', '0x3', '--value', '1ether'],
        json,
        /--to and --value cannot .* a transaction as JSON/,
      ],
      [['scan', '--value', '1'], json, /--value cannot/],
      [
        ['scan', 'message', 'x', '--address', '0x1', '--payment', '/nonexistent'],
        '',
        /--payment: no such file: \/nonexistent/,
      ],
      [['events', '--follow', '--since', '2026-01-01'], '', /--since cannot stand beside --follow/],
      [['events', '--count', '3'], '', /--count needs --follow/],
      [['revoke', '0x1', '--all', '--approval', 'erc20:0x1:0x2'], '', /--all and --approval/],
    ]
    for (const [args, stdin, message] of lines) {
      const { code, stderr } = await runCommand(args, { env: KEY, stdin })
      assert.equal(code, 2, args.join(' '))
      assert.match(stderr, message)
    }
  })

  test('a contract that is not there is not SAFE, and a build does not pass', async () => {
    const details = {
      name: '',
      symbol: '',
      kind: 'eoa',
      standard: null,
      verified: null,
      createdAt: null,
      creator: null,
    }
    const scan = { ...SCORE, recommendation: 'SAFE', address: '0x1', chain: 'bsc', contractDetails: details }
    const answer = { ...scan, tokenSecurity: null, isHoneypot: false, warnings: [], privileged: [] }
    await using server = await startServer((response) => sendData(response, answer))
    const args = ['scan', 'contract', '0x1', '--url', server.url]
    const said = await runCommand([...args, '--fail-on', 'high'], { env: KEY })
    assert.equal(said.code, 14)
    assert.match(said.stderr, /There is no code at 0x1 on bsc/)
    assert.match(said.stdout, /^ NO CODE .*\nAccount without code on bsc\n/)
    const quiet = await runCommand([...args, '-q'], { env: KEY })
    assert.deepEqual([quiet.code, quiet.stdout, quiet.stderr], [14, 'NO CODE\n', ''])
    assert.equal((await runCommand([...args, '--fail-on', 'never'], { env: KEY })).code, 0)
  })

  test('--quiet ends with 0 where nothing is judged', async () => {
    await using server = await startServer((response) => sendData(response, { id: 'x_1', key: 'k', secret: 's' }))
    const lines = [
      ['webhook', 'create', 'https://a.example', '--events', 'approval.new'],
      ['webhook', 'show', 'x_1'],
      ['webhook', 'delete', 'x_1'],
      ['webhook', 'test', 'x_1'],
      ['monitor', 'create', '0x1'],
      ['monitor', 'delete', 'x_1'],
      ['keys', 'revoke', 'x_1'],
    ]
    for (const line of lines) {
      const ended = await runCommand([...line, '-q', '--url', server.url], { env: KEY })
      assert.deepEqual(ended, { code: 0, stdout: 'x_1\n', stderr: '' }, line.join(' '))
    }
  })

  test('a list says that there is more, and --all reads every page', async () => {
    const pages = [
      { monitors: [{ id: 'mon_1' }], nextCursor: 'c1' },
      { monitors: [{ id: 'mon_2' }], nextCursor: null },
    ]
    await using server = await startServer((response, { url }) =>
      sendData(response, pages[url.includes('cursor=c1') ? 1 : 0]),
    )
    const list = ['monitor', 'list', '--url', server.url]
    const first = await runCommand([...list, '--json'], { env: KEY })
    assert.deepEqual(JSON.parse(first.stdout), pages[0])
    assert.match(first.stderr, /There are more: --cursor c1 .*--all/)
    const all = await runCommand([...list, '--json', '--all'], { env: KEY })
    assert.deepEqual(JSON.parse(all.stdout), { monitors: [{ id: 'mon_1' }, { id: 'mon_2' }], nextCursor: null })
    assert.equal(all.stderr, '')
  })

  test('--watch prints each change, and ends with --fail-on', async () => {
    const levels = [
      score('safe', 'PROCEED'),
      score('safe', 'PROCEED'),
      score('medium', 'REVIEW'),
      score('high', 'BLOCK'),
    ]
    await using server = await startServer((response, _, attempt) => sendData(response, levels[attempt - 1]))
    const args = ['score', '0x1', '--url', server.url, '--watch', '0.01', '--fail-on', 'high', '-q']
    const { code, stdout } = await runCommand(args, { env: KEY })
    assert.deepEqual([code, stdout], [12, 'PROCEED\nREVIEW\nBLOCK\n'])
  })

  test('Ctrl-C ends a watch with the last verdict, and a request in flight with 130', async () => {
    let interrupt = new AbortController()
    await using server = await startServer(async (response, _, attempt) => {
      if (attempt > 1) return interrupt.abort()
      sendData(response, score('medium', 'REVIEW'))
      // The command is long at its pause by then.
      await setTimeout(1_000)
      interrupt.abort()
    })
    const watch = ['score', '0x1', '--url', server.url, '--watch', '60', '-q']
    for (const code of [11, 130]) {
      interrupt = new AbortController()
      assert.equal((await runCommand(watch, { env: KEY, signal: interrupt.signal })).code, code)
    }
  })

  test('long work shows that it goes on, on a terminal only, and clears it', async () => {
    await using server = await startServer(async (response) => {
      await setTimeout(1_100)
      sendData(response, SCORE)
    })
    const args = ['score', '0x1', '--url', server.url]
    const [people, programs] = await Promise.all([
      runCommand(args, { env: KEY, isTerminal: true }),
      runCommand(args, { env: KEY }),
    ])
    assert.match(people.stderr, /Scoring 0x1 … [01] s/)
    assert.ok(people.stderr.endsWith('\r\u001b[K'))
    assert.equal(programs.stderr, '')
  })

  test('every command explains itself with an example', async () => {
    const { terminal } = testTerminal()
    const paths: string[][] = []
    const visit = (command: ReturnType<typeof createProgram>, path: string[]) => {
      paths.push(path)
      for (const one of command.commands) visit(one, [...path, one.name()])
    }
    const program = createProgram({ name: 'redoubt-client', terminal, code: 0 }, false)
    visit(program, [])
    assert.ok(paths.length > 30)
    for (const path of paths) {
      const { code, stdout } = await runCommand([...path, '--help'])
      assert.equal(code, 0, path.join(' '))
      if (
        program.commands.some(
          ({ name }) => path.length === 1 && ['monitor', 'webhook', 'keys'].includes(path[0] ?? name()),
        )
      )
        continue
      assert.match(stdout, /Examples?:\n {2}\$ redoubt-client /, path.join(' '))
    }
    const described = Object.fromEntries(program.commands.map((command) => [command.name(), command.description()]))
    assert.deepEqual(described, { ...described, ...CLIENT_COMMANDS })
    assert.ok(isClientCommand(['scan', 'x']) && isClientCommand(['help', 'scan']) && !isClientCommand(['keys', 'scan']))
    for (const shell of SHELLS) {
      const script = completionScript(program, 'redoubt-client', shell)
      for (const word of ['webhook', 'listen', '--forward-to', '--fail-on'])
        assert.ok(script.includes(word), `${shell} ${word}`)
    }
  })
})
