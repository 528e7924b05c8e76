import { keccak256 } from 'viem/utils'
import type { CorpusCase } from '../corpusCase.ts'
import { CORPUS_ACCOUNTS } from '../corpusNames.ts'
import { pairOf } from '../pairOf.ts'

const TEMPO = 4_815_162_342n
const WORD = '0x8d4f1c02b6e79a3550c1de87f2946bb03e7a15c8d920fe4461b3728a9c0d5e17'
const HELPER = ['0x7Be8076f4EA4A4AD08075C2508e481d6C946D12b', '0x5f3c8a1d']
const WATCHMAN = keccak256(CORPUS_ACCOUNTS.operator)
const ONE_PERCENT = { buy: 0, transfer: 0, sell: 1 }

/** Switches that are not found by calling what an owner calls: they need one value, time, or another caller. */
export const HIDDEN_SWITCHES: readonly CorpusCase[] = [
  ...pairOf(
    'paid-switch',
    {
      family: 'trading-switch',
      springs: 'by-switch',
      harm: 'sale',
      knowsPool: true,
      provoke: [{ by: 'team', call: 'contribute()', value: 250_000_000_000_000_000n }],
    },
    {
      trap: { contract: 'Turnpike', note: 'Sales are closed by a call that has to be paid for.' },
      twin: { contract: 'Causey', note: 'The same payment makes sales cost 1 %.' },
    },
  ),
  ...pairOf(
    'magic-number',
    {
      family: 'trading-switch',
      springs: 'by-switch',
      harm: 'sale',
      knowsPool: true,
      provoke: [{ by: 'team', call: 'setTempo(uint256)', args: [TEMPO] }],
    },
    {
      trap: { contract: 'Metronome', note: 'One number among all numbers closes sales.' },
      twin: { contract: 'Pendulum', note: 'The same number makes sales cost 1 %.' },
    },
  ),
  ...pairOf(
    'magic-word',
    {
      family: 'blacklist',
      springs: 'by-switch',
      harm: 'sale',
      knowsPool: true,
      provoke: [{ by: 'stranger', call: 'greet(bytes32,address)', args: [WORD, '$holder1'] }],
    },
    {
      trap: { contract: 'Sesame', note: 'Whoever knows a word from the code keeps an account from selling.' },
      twin: { contract: 'Poppyseed', taxes: ONE_PERCENT, note: 'The same word spares an account a fee of 1 %.' },
    },
  ),
  ...pairOf(
    'magic-account',
    {
      family: 'trading-switch',
      springs: 'by-switch',
      harm: 'sale',
      knowsPool: true,
      provoke: [{ by: 'team', call: 'setHelper(address,bytes4)', args: HELPER }],
    },
    {
      trap: { contract: 'Cipher', note: 'An address and a tag that only the code knows close sales.' },
      twin: { contract: 'Plaintext', note: 'The same address and tag make sales cost 1 %.' },
    },
  ),
  ...pairOf(
    'queued-switch',
    {
      family: 'time',
      springs: 'by-switch',
      harm: 'sale',
      knowsPool: true,
      provoke: [{ by: 'team', call: 'turn()' }, { waitSeconds: 3_600 }, { by: 'team', call: 'settle()' }],
    },
    {
      trap: { contract: 'Sundial', note: 'Two calls an hour apart close sales, and the first one is silent.' },
      twin: { contract: 'Almanac', note: 'The same two calls, two days apart, and the first one is an event.' },
    },
  ),
  ...pairOf(
    'slow-fuse',
    {
      family: 'time',
      springs: 'by-switch',
      harm: 'sale',
      knowsPool: true,
      provoke: [{ by: 'team', call: 'light()' }, { waitSeconds: 3 * 86_400 }],
    },
    {
      trap: { contract: 'Candle', note: 'Three days after one call sales end by themselves.' },
      twin: { contract: 'Lantern', taxes: ONE_PERCENT, note: 'Three days after one call sales get free.' },
    },
  ),
  ...pairOf(
    'listed-operator',
    {
      family: 'ownership',
      springs: 'by-switch',
      harm: 'sale',
      provoke: [{ by: 'operator', call: 'switchTrack(bool)', args: [true] }],
    },
    {
      trap: {
        contract: 'Signal',
        args: ['$operator'],
        note: 'No owner; who was put on a list at the creation closes the token.',
      },
      twin: {
        contract: 'Platform',
        args: ['$operator'],
        note: 'The same list makes transfers cost 1 %.',
      },
    },
  ),
  ...pairOf(
    'hashed-operator',
    {
      family: 'ownership',
      springs: 'by-switch',
      harm: 'sale',
      afterBuys: [{ by: 'operator', call: 'note(uint256)', args: [1n] }],
      provoke: [{ by: 'operator', call: 'note(uint256)', args: [100n] }],
    },
    {
      trap: {
        contract: 'Nightwatch',
        args: [WATCHMAN],
        note: 'Somebody known by a hash alone, who has acted before, closes the token.',
      },
      twin: { contract: 'Daywatch', args: [WATCHMAN], note: 'The same account makes transfers cost 1 %.' },
    },
  ),
  ...pairOf(
    'two-hops',
    {
      family: 'outside-code',
      springs: 'by-switch',
      harm: 'sale',
      knowsPool: true,
      provoke: [{ by: 'team', to: '$register', call: 'write(bool)', args: [false] }],
    },
    {
      trap: {
        contract: 'Causeyhead',
        args: ['$gate'],
        parts: [
          { name: 'register', contract: 'Ledger', args: [] },
          { name: 'gate', contract: 'Turnstile', args: ['$register'] },
        ],
        note: 'A gate is asked, which asks a register, whose keeper closes it.',
      },
      twin: {
        contract: 'Causeyhead',
        args: ['$gate'],
        parts: [
          { name: 'register', contract: 'Tablet', args: [] },
          { name: 'gate', contract: 'Turnstile', args: ['$register'] },
        ],
        note: 'The same code and gate; the register can only be opened.',
      },
    },
  ),
]
