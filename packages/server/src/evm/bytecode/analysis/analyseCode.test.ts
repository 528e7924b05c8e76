import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Hex } from '@redoubt/risk/address.ts'
import type { ArtifactName } from '../../../sandbox/artifacts/readArtifact.ts'
import { type OriginalName, readOriginal } from '../../../sandbox/testing/readOriginal.ts'
import { assemble } from '../../simulation/testing/assembler.ts'
import { nameFunctions } from '../createBytecodeSource.ts'
import { analyseCode } from './analyseCode.ts'
import type { AnalysedCode } from './code.ts'
import { CLONED_ESCROW } from './testing/clonedEscrow.ts'
import { hexOf } from './value.ts'

const of = (code: Hex) => analyseCode(code, () => {})
const slot = (number: number) => hexOf(BigInt(number))

/** The sandbox's contracts and the originals of some: of ours, the sources are in tools/contracts/src: what is where can be read there. */
function contract(name: ArtifactName | OriginalName) {
  const { deployedBytecode, abi } = readOriginal(name)
  const analysed = of(deployedBytecode)
  const functions = nameFunctions(analysed.functions, abi)
  const named = (text: string) => {
    const found = functions.find(({ signature }) => signature?.startsWith(`${text}(`))
    assert.ok(found, `${name} has ${text}`)
    return found
  }
  return { ...analysed, named }
}

describe('where a token keeps what matters', () => {
  test('a plain one', () => {
    const { slots, standard, complete, transferPath } = contract('PlainToken')
    assert.deepEqual(slots, {
      balances: slot(4),
      allowances: slot(5),
      totalSupply: slot(3),
      owner: [],
      transferWords: [],
      transferMappings: [],
    })
    assert.equal(standard, 'erc20')
    assert.equal(complete, true)
    assert.deepEqual(transferPath, { conditions: [], scaledBy: [], calls: [] })
  })

  test('one whose owner can spoil it: list, pair, tax and switch are on the path of a transfer', () => {
    const { slots, transferPath, named } = contract('RuggableToken')
    assert.deepEqual(slots.owner, [slot(6)])
    assert.deepEqual(slots.transferMappings, [slot(10)])
    assert.deepEqual(slots.transferWords.toSorted(), [slot(7), slot(8), slot(9)])
    assert.deepEqual(transferPath?.scaledBy, [slot(8)])
    const list = transferPath?.conditions.find(({ about }) => about === 'list')
    assert.deepEqual(list, { about: 'list', slot: slot(10), fixed: null, of: 'sender', demanded: true, needs: false })
    assert.ok(
      transferPath?.conditions.some(
        ({ about, slot: at, of: whom }) => about === 'account' && at === slot(7) && whom === 'recipient',
      ),
    )
    // value * tax and value - tax are checked for overflow, which is no limit on the amount.
    assert.ok(transferPath?.conditions.every(({ about }) => about !== 'limit'))
    assert.deepEqual(named('setSellTax').writes, [slot(8)])
    assert.deepEqual(named('setBlacklisted').writes, [slot(10)])
  })

  test('one that only listed accounts can sell', () => {
    const { transferPath } = contract('HoneypotToken')
    const list = transferPath?.conditions.find(({ about }) => about === 'list')
    assert.equal(list?.needs, true, 'a list that one must be on')
    assert.equal(list?.demanded, true)
  })

  test('names in other slots, balances elsewhere: it is found by what the functions do', () => {
    assert.equal(contract('TetherLikeToken').slots.balances, slot(7))
    assert.equal(contract('WETH9').slots.balances, slot(3))
    assert.equal(contract('UniswapV2Pair').slots.balances, slot(1))
  })
})

describe('who may do what', () => {
  const token = contract('RuggableToken')
  test('functions of the owner are gated by its slot, others are not', () => {
    for (const name of ['mint', 'setSellTax', 'setTradingEnabled', 'setPair', 'transferOwnership', 'renounceOwnership'])
      assert.deepEqual([token.named(name).gated, token.named(name).gatedBy], [true, [slot(6)]], name)
    for (const name of ['transfer', 'transferFrom', 'approve', 'balanceOf'])
      assert.deepEqual([token.named(name).gated, token.named(name).gatedBy], [false, []], name)
  })

  test('a list that excludes an account from transfers does not make transfers a privilege', () => {
    assert.equal(contract('StableToken').named('transfer').gated, false)
    assert.equal(contract('StableToken').named('blacklist').gated, true)
  })

  test('wards of a mapping', () => {
    assert.equal(contract('DaiLikeToken').named('mint').gated, true)
    assert.equal(contract('DaiLikeToken').named('burn').gated, false)
  })

  test('to have a balance is no privilege, to be on a list is', () => {
    const entry = (key: string, mapping: number) => `${key} 0 MSTORE ${mapping} 32 MSTORE 64 0 KECCAK256 SLOAD`
    const select = (digits: string, label: string) => `DUP1 0x${digits} EQ @${label} JUMPI`
    const code =
      assemble(`0 CALLDATALOAD 224 SHR ${select('70a08231', 'b')} ${select('c0ffee00', 'f')} ${select('c0ffee01', 'g')} 0 0 REVERT
      :b ${entry('4 CALLDATALOAD', 3)} 0 MSTORE 32 0 RETURN
      :f ${entry('CALLER', 3)} @ok JUMPI 0 0 REVERT :ok 1 9 SSTORE STOP
      :g ${entry('CALLER', 4)} @yes JUMPI 0 0 REVERT :yes 1 9 SSTORE STOP`)
    const gated = new Map(of(code).functions.map((one) => [one.selector, one.gatedBy]))
    assert.deepEqual([gated.get('0xc0ffee00'), gated.get('0xc0ffee01')], [[], [slot(4)]])
  })

  test('a vault or a pair has no privileges', () => {
    assert.deepEqual(
      contract('Vault4626').functions.filter(({ gated }) => gated),
      [],
    )
    assert.deepEqual(
      contract('UniswapV2Router02').functions.filter(({ gated }) => gated),
      [],
    )
  })
})

describe('what is done to balances', () => {
  test('a transfer takes and gives, a tax also gives to others', () => {
    const plain = contract('PlainToken').named('transfer').balanceWrites
    assert.deepEqual(plain, [
      { does: 'subtracts', of: 'caller', gated: false },
      { does: 'adds', of: 'argument', gated: false },
    ])
    assert.ok(
      contract('TaxToken')
        .named('transfer')
        .balanceWrites.some(({ of: whom }) => whom === 'other'),
    )
  })
  test('minting is for the owner, depositing for everybody', () => {
    assert.deepEqual(contract('RuggableToken').named('mint').balanceWrites, [
      { does: 'adds', of: 'argument', gated: true },
    ])
    assert.deepEqual(contract('WETH9').named('deposit').balanceWrites, [{ does: 'adds', of: 'caller', gated: false }])
    assert.equal(contract('WETH9').named('withdraw').sendsNative, true)
  })
  test('coins for the caller, a price, and contracts that the code asks', () => {
    const asked = '0x7e57ed00c01a5000000000000000000000000001'
    const key = '0x7e57ed00c01a5000000000000000000000000002'
    const select = (digits: string, label: string) => `DUP1 0x${digits} EQ @${label} JUMPI`
    const pay = (to: string) => `0 0 0 0 1 ${to} GAS CALL POP STOP`
    // Empty call data pays the caller; the functions are for themselves.
    const { functions, callees } = of(
      assemble(`CALLDATASIZE ISZERO @empty JUMPI 0 CALLDATALOAD 224 SHR ${select('c0ffee00', 'a')} ${select('c0ffee01', 'b')} ${select('c0ffee02', 'c')} 0 0 REVERT
      :empty ${pay('CALLER')}
      :a 1000 CALLVALUE LT @no JUMPI ${pay('CALLER')} :no STOP
      :b CALLER 5 SSTORE ${pay('5 SLOAD')}
      :c CALLER ${key} EQ @ok JUMPI 0 0 REVERT :ok 0 0 0 0 ${asked} GAS STATICCALL POP 0 0 0 0 0 ${key} GAS CALL POP STOP`),
    )
    const facts = functions.map(({ selector, paysCaller = false, priced = false }) => ({
      selector,
      paysCaller,
      priced,
    }))
    assert.deepEqual(facts, [
      { selector: '0xc0ffee00', paysCaller: true, priced: true },
      { selector: '0xc0ffee01', paysCaller: true, priced: false },
      { selector: '0xc0ffee02', paysCaller: false, priced: false },
    ])
    assert.deepEqual(callees, [asked])
  })
  test('what calls its caller or a named receiver back, and what asks a named token', () => {
    const select = (digits: string, label: string) => `DUP1 0x${digits} EQ @${label} JUMPI`
    const call = (selector: string, to: string) =>
      `0x${selector}${'00'.repeat(28)} 0 MSTORE 0 0 4 0 0 ${to} GAS CALL POP STOP`
    const { functions } = of(
      assemble(`0 CALLDATALOAD 224 SHR ${select('c0ffee00', 'a')} ${select('c0ffee01', 'b')} ${select('c0ffee02', 'c')} ${select('c0ffee03', 'd')} 0 0 REVERT
      :a ${call('0fab0001', 'CALLER')}
      :b ${call('23e30c8b', '4 CALLDATALOAD')}
      :c ${call('23b872dd', '4 CALLDATALOAD')}
      :d ${call('0fab0001', '5 SLOAD')}`),
    )
    assert.deepEqual(
      functions.flatMap(({ selector, callsBack }) => (callsBack === true ? [selector] : [])),
      ['0xc0ffee00', '0xc0ffee01'],
    )
  })
  test('an assembly that writes a balance is found like any other', () => {
    // f(address,uint256): balances[a] = v, where balanceOf reads mapping 3.
    const entry = '4 CALLDATALOAD 0 MSTORE 3 32 MSTORE 64 0 KECCAK256'
    const select = (digits: string, label: string) => `DUP1 0x${digits} EQ @${label} JUMPI`
    const code = assemble(`0 CALLDATALOAD 224 SHR ${select('70a08231', 'b')} ${select('c0ffee00', 'f')} 0 0 REVERT
      :b ${entry} SLOAD 0 MSTORE 32 0 RETURN
      :f 36 CALLDATALOAD ${entry} SSTORE STOP`)
    const { slots, functions } = of(code)
    assert.equal(slots.balances, slot(3))
    assert.deepEqual(functions.find(({ selector }) => selector === '0xc0ffee00')?.balanceWrites, [
      { does: 'sets', of: 'argument', gated: false },
    ])
  })
})

describe('reachable opcodes', () => {
  const opcodes = (code: Hex) => of(code).opcodes
  test('what code can reach', () => {
    assert.equal(opcodes(assemble('0 SELFDESTRUCT')).selfdestruct, true)
    assert.equal(opcodes(assemble('ORIGIN CALLER EQ @a JUMPI STOP :a 0 SELFDESTRUCT')).origin, true)
    assert.equal(opcodes(assemble('0 0 0 0 1 GAS DELEGATECALL STOP')).delegatecall, true)
  })
  test('bytes behind the end, in operands and on dead branches are none', () => {
    assert.equal(opcodes(assemble('STOP 0 SELFDESTRUCT')).selfdestruct, false)
    assert.equal(opcodes('0x60ff00').selfdestruct, false)
    assert.equal(opcodes(assemble('0 @a JUMPI STOP :a 0 SELFDESTRUCT')).selfdestruct, false)
  })
  test('what only leads to a failure does nothing', () => {
    assert.equal(opcodes(assemble('0 0 0 0 1 GAS DELEGATECALL 0 0 REVERT')).delegatecall, false)
  })
})

describe('accounts that get coins', () => {
  const payees = (code: string) => of(assemble(code)).payees ?? null
  const slot = (place: string) => `0x${place.padStart(64, '0')}`
  const pay = (to: string) => `0 0 0 0 1 ${to} GAS CALL POP`
  test('fixed ones, and those of single words, are named', () => {
    assert.deepEqual(payees(`${pay('77777777777777777777777')} STOP`), [])
    assert.deepEqual(payees(`${pay('3 SLOAD')} 5 SLOAD SELFDESTRUCT`), [slot('3'), slot('5')])
    assert.deepEqual(payees('0 0 0 0 0 CALLER GAS CALL STOP'), [], 'a call without coins')
  })
  test('others are not', () => {
    assert.equal(payees(`${pay('CALLER')} STOP`), null)
    assert.equal(payees('CALLER SELFDESTRUCT'), null)
    assert.equal(payees(`${pay('4 CALLDATALOAD')} STOP`), null)
    assert.equal(
      payees(`CALLER 0 MSTORE 64 0 KECCAK256 SLOAD ${'0 0 0 0 1 5 DUPN GAS CALL'.replace('5 DUPN', 'DUP6')} STOP`),
      null,
      'an entry of a mapping',
    )
    assert.equal(payees('0 0 0 0 1 GAS DELEGATECALL STOP'), null)
    assert.equal(payees('0 0 0 CREATE STOP'), null)
  })
})

describe('code between the limit of today (EIP-170, 24,576 bytes) and the larger one of EIP-7954', () => {
  const at = (offset: number) => offset.toString(16).padStart(4, '0')
  /** A dispatcher whose only function begins behind so many bytes: f(uint256 slot,uint256 value) writes and destroys. */
  const farFunction = (offset: number): Hex => {
    const dispatcher = `60003560e01c63c0ffee0014${`61${at(offset)}57`}00`
    return `0x${dispatcher}${'00'.repeat(offset - dispatcher.length / 2)}5b6024356004355533ff`
  }
  for (const offset of [24_570, 25_000, 32_000, 65_000])
    test(`a function ${offset} bytes from the start is read like any other`, () => {
      const { size, complete, opcodes, functions } = of(farFunction(offset))
      assert.equal(size, offset + 10)
      assert.equal(complete, true)
      assert.equal(opcodes.selfdestruct, true)
      assert.deepEqual(
        functions.map(({ selector }) => selector),
        ['0xc0ffee00'],
      )
    })
  test('bytes there that nothing reaches do nothing', () => {
    const code: Hex = `0x00${'00'.repeat(30_000)}5b33ff`
    assert.equal(of(code).opcodes.selfdestruct, false)
  })
})

describe('hostile code', () => {
  const bombs: Record<string, Hex> = {
    'nothing at all': '0x',
    'one byte': '0x5b',
    'an odd operand at the end': '0x7f00',
    'only jump destinations': `0x${'5b'.repeat(24_576)}`,
    'the prefix that no code may have': `0xef0001${'00'.repeat(500)}`,
    'opcodes that do not exist': `0x${'0c'.repeat(5_000)}`,
    'an endless loop': assemble(':a @a JUMP'),
    'branches in every byte': `0x${'5b3560005957'.repeat(4_000)}`,
    'a fan of conditional jumps to everywhere': `0x${Array.from({ length: 3_000 }, (_, at) => `5b3461${((at * 7) % 24_000).toString(16).padStart(4, '0')}57`).join('')}`,
    'a thousand items on the stack at every branch': assemble(
      `${'CALLVALUE '.repeat(1_000)} ${Array.from({ length: 1_500 }, (_, at) => `CALLVALUE @l${at} JUMPI :l${at}`).join(' ')} STOP`,
    ),
    'a recursion': assemble(':a @b @a JUMP :b STOP'),
    'values that grow without end': assemble(`0 CALLDATALOAD ${'DUP1 MUL DUP1 ADD '.repeat(3_000)} 0 SSTORE STOP`),
    'a loop that hashes its own hashes': assemble(
      ':a 0 MLOAD 0 MSTORE 64 0 KECCAK256 0 MSTORE CALLVALUE @a JUMPI STOP',
    ),
    'huge exponents': `0x${`7f${'ff'.repeat(32)}7f${'ff'.repeat(32)}0a50`.repeat(350)}00`,
    'memory at the end of the world': assemble(
      `0x${'ff'.repeat(32)} DUP1 MSTORE 0x${'ff'.repeat(32)} DUP1 KECCAK256 SLOAD STOP`,
    ),
    'ten thousand functions': `0x${Array.from({ length: 2_200 }, (_, at) => `80630${at.toString(16).padStart(7, '1')}14610000${'57'}`).join('')}`,
  }
  for (const [name, code] of Object.entries(bombs))
    test(name, () => {
      const began = process.threadCpuUsage()
      const analysed: AnalysedCode = analyseCode(code, () => {})
      const { user } = process.threadCpuUsage(began)
      assert.equal(analysed.size, (code.length - 2) / 2)
      assert.ok(user < 4_000_000, `${user} µs`)
    })

  test('what is cut off says so', () => {
    const { deployedBytecode } = readOriginal('UniswapV3Pool')
    const early: AnalysedCode[] = []
    const cut = analyseCode(deployedBytecode, (known) => early.push(known), 1_000)
    assert.equal(cut.complete, false)
    assert.equal(early[0]?.complete, false)
    assert.ok(cut.functions.length > 10, 'what is nearly free is there')
  })
})

test('the same code has the same facts', () => {
  const { deployedBytecode } = readOriginal('TaxToken')
  assert.deepEqual(of(deployedBytecode), of(deployedBytecode))
})

test('every contract of the sandbox is analysed to the end', () => {
  for (const name of [
    'Permit2',
    'UniswapV3Pool',
    'SwapRouter',
    'NonfungiblePositionManager',
    'SafeL2141',
    'Bombs',
  ] as const)
    assert.equal(contract(name).complete, true, name)
})

describe('a loop that counts to a constant', () => {
  // Compilers before Cancun copy a call's arguments word by word.
  const copying = (limit: number) =>
    `0 :next DUP1 ${limit} GT ISZERO @done JUMPI 32 ADD @next JUMP :done POP 0 CALLDATALOAD 0 SSTORE STOP :no 0 0 REVERT`
  const dispatched = (guard: string, limit: number) =>
    of(assemble(`0 CALLDATALOAD 224 SHR 0x12345678 EQ @call JUMPI 0 0 REVERT :call ${guard} ${copying(limit)}`))

  for (const limit of [32, 100, 4_000])
    test(`to ${limit} bytes hides no guard behind it`, () => {
      const gated = dispatched('CALLER 1 SLOAD EQ ISZERO @no JUMPI', limit).functions[0]
      assert.equal(gated?.gated, true)
      assert.deepEqual(gated?.gatedBy, [slot(1)])
      assert.deepEqual(gated?.writes, [slot(0)])
    })

  test('guards nothing by itself', () => {
    const free = dispatched('', 100).functions[0]
    assert.equal(free?.gated, false)
    assert.deepEqual(free?.writes, [slot(0)])
  })
})

describe('an account in a packed word that callers are compared with', () => {
  const bits = (guard: string) => {
    const code = `0 CALLDATALOAD 224 SHR 0x12345678 EQ @call JUMPI 0 0 REVERT :call ${guard} @no JUMPI 1 0 SSTORE STOP :no 0 0 REVERT`
    const [made] = of(assemble(code)).functions
    assert.deepEqual(made?.gatedBy, [slot(1)])
    return made.gateBits?.[slot(1)]
  }
  const MASK = `0x${'ff'.repeat(20)}`
  const CASES: [string, string, number | undefined][] = [
    ['the whole word', 'CALLER 1 SLOAD EQ ISZERO', 0],
    ['its low bytes', `CALLER ${MASK} 1 SLOAD AND SUB`, 0],
    ['behind a flag', `CALLER ${MASK} 1 SLOAD 8 SHR AND EQ ISZERO`, 8],
    ['behind three flags, by a division', `CALLER ${MASK} 0x1000000 1 SLOAD DIV AND EQ ISZERO`, 24],
    ['its high bytes', 'CALLER 1 SLOAD 96 SHR XOR', 96],
    ['in its place, compared with the moved caller', `CALLER 8 SHL ${MASK}00 1 SLOAD AND EQ ISZERO`, 8],
    ['beyond the word', `CALLER ${MASK} 1 SLOAD 104 SHR AND EQ ISZERO`, undefined],
  ]
  for (const [name, guard, expected] of CASES) test(name, () => assert.equal(bits(guard), expected))
})

test('functions that write after they read arguments behind their own code are no views', () =>
  assert.deepEqual(
    of(CLONED_ESCROW).functions.map(({ selector, mutability }) => `${selector} ${mutability}`),
    ['0x4f896d4f nonpayable', '0x590e1ae3 nonpayable', '0x597e1fb5 view', '0x86d1a69f nonpayable', '0xd5025625 view'],
  ))
