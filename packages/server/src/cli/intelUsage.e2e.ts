import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { RECOMMENDED } from '../composition/intelligence.ts'
import { addressNumber } from '../intel/feeds/testFeedServer.ts'
import { parseCommand } from './testCommand.ts'

const ADDRESS = addressNumber(1)

describe('redoubt intel explains itself', () => {
  const URL_ARGS = ['add', 'http://127.0.0.1:9/x', '--kind', 'lines', '--label', 'scammer']
  const usage: [string[], RegExp][] = [
    [['add', 'http://x.example/'], /required option '--kind <format>'/],
    [['add', 'http://x.example/', '--kind', 'xls', '--label', 'scammer'], /--kind.*json-array, json-path/],
    [['add', 'http://x.example/', '--kind', 'lines', '--label', 'bad'], /--label.*exchange, defi_protocol/],
    [['add', 'ftp://x.example/', '--kind', 'lines', '--label', 'scammer'], /<url or file>: .*http:\/\/ or https:\/\//],
    [
      ['add', './missing.txt', '--kind', 'lines', '--label', 'scammer'],
      /<url or file>: there is no file .*missing\.txt/,
    ],
    [[...URL_ARGS, '--column', 'a'], /--column: a list of kind lines has no use for it/],
    [[...URL_ARGS, '--name-column', 'a'], /--name-column: a list of kind lines has no use for it/],
    [[...URL_ARGS, '--every', 'daily'], /--every.*30m, 6h, 1d/],
    [[...URL_ARGS, '--every', '60d'], /--every: the schedule is one minute/],
    [[...URL_ARGS, '--id', 'A B'], /--id: lower-case letters/],
    [[...URL_ARGS, '--title', 'a\u001b[31m'], /--title.*control characters/],
    [[...URL_ARGS, '--chain', 'solana'], /--chain.*ethereum, bsc, polygon/],
    [['add', './x', '--kind', 'csv', '--label', 'scammer', '--delimiter', ';;'], /--delimiter.*One character/],
    [['refresh', 'a', '--all'], /--all: give ids or --all/],
    [['lookup', '0x12'], /<value>: expected an address/],
    [['lookup', 'example.org', '--chain', 'bsc'], /--chain: expected with an address only, not with a host/],
    [['deny', ADDRESS, '--note', 'x'], /required option '--label <label>'/],
    [['deny', ADDRESS, '--note', 'x', '--label', 'trusted'], /--label.*scammer, hacker/],
    [['deny', ADDRESS, '--note', 'x', '--label', 'exchange'], /'exchange' is invalid.*choices are scammer, hacker/],
    [['allow', ADDRESS], /required option '--note <note>'/],
    [['allow', ADDRESS, '--note', 'n'.repeat(121)], /--note.*1 to 120/],
    [['audit', '--limit', '0'], /--limit.*1 to 1000/],
    [['enable', 'x', '--only', 'ofac-sdn'], /--only: expected with "enable recommended" only/],
    [['forget'], /unknown command 'forget'/],
  ]
  for (const [args, message] of usage) {
    test(`intel ${JSON.stringify(args.join(' ')).slice(0, 90)} is wrong usage, and the remedy is said`, async () => {
      const { code, stdout, stderr } = await parseCommand(['intel', ...args])
      assert.match(stderr, message)
      assert.deepEqual([code > 0, stdout], [true, ''])
    })
  }

  test('help marks what must be given', async () => {
    const required = async (command: string) => {
      const { stdout } = await parseCommand(['intel', command, '--help'])
      const options = stdout.split(/\n(?= {2}-)/).map((lines) => lines.replace(/\s+/g, ' '))
      return options.flatMap((text) => (text.includes('(required)') ? /^ (--\S+)/.exec(text)?.[1] : []))
    }
    assert.deepEqual(await required('add'), ['--kind', '--label'])
    assert.deepEqual(await required('deny'), ['--label', '--note'])
    assert.deepEqual(await required('allow'), ['--note'])
    assert.deepEqual(await required('list'), [])
  })

  test('examples that name a recommended list work on a fresh installation', async () => {
    for (const command of ['enable', 'disable', 'remove']) {
      const { stdout } = await parseCommand(['intel', command, '--help'])
      const ids = [...stdout.matchAll(/\$ redoubt intel (?:enable|disable|remove) (\S+)/g)].map(([, id]) => id)
      assert.deepEqual(
        ids.filter((id) => RECOMMENDED.some((list) => list.id === id)),
        [],
        command,
      )
    }
  })

  const COMMANDS = [
    'enable',
    'add',
    'list',
    'refresh',
    'disable',
    'remove',
    'lookup',
    'allow',
    'deny',
    'unlist',
    'stats',
    'audit',
  ]
  test('every command explains itself with examples, and the README names the group', async () => {
    for (const command of COMMANDS) {
      const { code, stdout, stderr } = await parseCommand(['intel', command, '--help'])
      assert.deepEqual([code, stderr], [0, ''])
      assert.match(stdout, /Examples?:\n {2}\$ redoubt intel /, command)
      assert.match(stdout, /--json/, command)
    }
    const readme = readFileSync(new URL('../../../../README.md', import.meta.url), 'utf8')
    assert.match(readme, /redoubt intel/)
  })
})
