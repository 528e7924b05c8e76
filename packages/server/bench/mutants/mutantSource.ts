import type { Address } from '@redoubt/risk/address.ts'
import { isStatePower, isTokenPower } from './axes.ts'
import { type Dialect, dialectOf } from './dialect.ts'
import type { Mutant } from './drawMutants.ts'
import { entryCode } from './entryCode.ts'
import { guardCode } from './guardCode.ts'

/** Addresses of the chain that a contract names. `pool` is the market of a token, else one of the chain's own. */
export type MutantWorld = { dollars: Address; otherToken: Address; wrapped: Address; pool: Address }

/** What a stranger has to pay into a box or a pool before a switch turns. */
export const THRESHOLDS = { coins: 10n ** 18n, balance: 1_000_000_000n, reservesShare: 105n } as const
/** Percent of a sale: what a harmful tax takes, and the most that an honest one may take. */
const TAXES = { harm: 95, honest: 3 } as const
const SUPPLY = 1_000_000n * 10n ** 18n

const INTERFACES = `
interface IToken {
    function transfer(address to, uint256 value) external returns (bool);
    function transferFrom(address from, address to, uint256 value) external returns (bool);
    function balanceOf(address account) external view returns (uint256);
}
interface IBoard { function word(address key) external view returns (uint256); }`

/** Solidity source of one mutant. Contract `Main`, and `Board` where the switch lies there. */
export function mutantSource(mutant: Mutant, world: MutantWorld): string {
  const dialect = dialectOf(mutant.compiler)
  const body = isTokenPower(mutant.power) ? tokenBody : mutant.power === 'pull' ? spenderBody : vaultBody
  const parts = [`// SPDX-License-Identifier: Apache-2.0`, dialect.pragma, INTERFACES, `contract Main {`]
  parts.push(body(mutant, world, dialect), '}')
  if (mutant.board !== null) parts.push(boardSource(mutant, world, dialect))
  return `${parts.join('\n')}\n`
}

/** The guarded function is in the board where the state of a token lies there; else in the contract itself. */
function entriesOf(mutant: Mutant, world: MutantWorld, dialect: Dialect) {
  const isElsewhere = mutant.board !== null && isStatePower(mutant.power)
  if (isElsewhere) return { state: '', makes: '', functions: '' }
  return entryCode(mutant, dialect, { callBody: callBody(mutant, world, dialect) })
}

function callBody({ packing, isHarm, power }: Mutant, { otherToken }: MutantWorld, dialect: Dialect): string {
  if (packing === 'slot')
    return isHarm
      ? 'assembly { sstore(slot, value) }'
      : 'bytes32 key = keccak256(abi.encodePacked("settings", slot)); assembly { sstore(key, value) }'
  if (isHarm && power === 'take-coins' && !dialect.hasDecode)
    return `require(steps[i].target.call.value(steps[i].value)(data));`
  const call = dialect.callData('steps[i].target', 'data')
  if (isHarm)
    return `_check(); ${power === 'take-coins' ? dialect.sendCoins('steps[i].target', 'steps[i].value') : call}`
  return `_check(); bytes4 sig; assembly { sig := mload(add(data, 32)) } require(steps[i].target == ${otherToken} && sig == 0xa9059cbb); ${call}`
}

/** Condition under which an outside place says yes; null for the contract's own storage. */
function placeCondition({ place, box, board }: Mutant, { dollars, pool, wrapped }: MutantWorld): string | null {
  const texts: Record<Mutant['place'], string | null> = {
    own: null,
    board: `IBoard(${board}).word(address(0)) != 0`,
    coins: `address(${box}).balance >= ${THRESHOLDS.coins}`,
    balance: `IToken(${dollars}).balanceOf(${box}) >= ${THRESHOLDS.balance}`,
    reserves: `IToken(${wrapped}).balanceOf(${pool}) * 100 >= reserveMark && reserveMark != 0`,
  }
  return texts[place]
}

/** Condition of powers that act when called. */
function checkCode(mutant: Mutant, world: MutantWorld): string {
  const condition = placeCondition(mutant, world)
  const kept = mutant.place === 'reserves' ? markCode(mutant, world) : ''
  return `${kept} function _check() internal view { ${condition === null ? '' : `require(${condition});`} }`
}

/** The team notes once how much the pool has. */
function markCode({ team }: Mutant, { pool, wrapped }: MutantWorld): string {
  return `uint256 private reserveMark; function note() external { require(msg.sender == ${team} && reserveMark == 0); reserveMark = IToken(${wrapped}).balanceOf(${pool}) * ${THRESHOLDS.reservesShare}; }`
}

function tokenBody(mutant: Mutant, world: MutantWorld, dialect: Dialect): string {
  const { power, isHarm, team, place, packing, board } = mutant
  const entries = entriesOf(mutant, world, dialect)
  const guard = guardCode(mutant, dialect)
  const condition = placeCondition(mutant, world)
  const flag =
    place === 'own'
      ? power === 'deny'
        ? 'words[from]'
        : 'word0'
      : place === 'board'
        ? `IBoard(${board}).word(${power === 'deny' ? 'from' : 'address(0)'})`
        : `(${condition} ? uint256(${power === 'tax' ? TAXES.harm : 1}) : 0)`
  const victim = isHarm ? 'a' : 'address(this)'
  const ops: Record<string, string> = {
    freeze: 'word0 = n;',
    tax: 'word0 = n;',
    deny: 'words[a] = n;',
    seize: `_check(); _put(${victim}, b, n);`,
    burn: `_check(); require(held[${victim}] >= n); held[${victim}] -= n; totalSupply -= n; emit Transfer(${victim}, address(0), n);`,
  }
  const readsFlag = isStatePower(power)
  const stop = power === 'freeze' || power === 'deny' ? `require(${flag} == 0 || from == ${team});` : ''
  const rate = isHarm ? `rate > 100 ? 100 : rate` : `rate > ${TAXES.honest} ? ${TAXES.honest} : rate`
  const tax =
    power === 'tax'
      ? `uint256 rate = ${flag}; uint256 fee = from == ${team} || to != ${world.pool} ? 0 : value * (${rate}) / 100; if (fee > 0) _put(from, ${team}, fee); value -= fee;`
      : ''
  const move = `${isHarm ? stop : ''} ${tax} _put(from, to, value);`
  const claim =
    readsFlag && !isHarm && stop !== ''
      ? `function claim() external { address from = msg.sender; ${stop} require(!claimed[from]); claimed[from] = true; } mapping(address => bool) public claimed;`
      : ''
  const hidden = packing === 'hidden' ? `if (value < 2 ** 128 && (${guard.test})) _do(spender, ${team}, value);` : ''
  return `
    uint256 private word0; mapping(address => uint256) private words;
    ${entries.state}
    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed holder, address indexed spender, uint256 value);
    string public name = "Mutant ${mutant.draw}"; string public symbol = "MT${mutant.draw}"; uint8 public constant decimals = 18;
    uint256 public totalSupply = ${SUPPLY};
    mapping(address => uint256) private held; mapping(address => mapping(address => uint256)) public allowance;
    ${dialect.constructorOf('', `${entries.makes} held[${team}] = ${(SUPPLY * 99n) / 100n}; held[address(this)] = ${SUPPLY / 100n}; emit Transfer(address(0), ${team}, ${(SUPPLY * 99n) / 100n}); emit Transfer(address(0), address(this), ${SUPPLY / 100n});`)}
    function balanceOf(address account) public view returns (uint256) { return held[account]; }
    function approve(address spender, uint256 value) external returns (bool) {
        allowance[msg.sender][spender] = value; ${hidden}
        emit Approval(msg.sender, spender, value); return true;
    }
    function transfer(address to, uint256 value) external returns (bool) { _move(msg.sender, to, value); return true; }
    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        require(allowance[from][msg.sender] >= value);
        if (allowance[from][msg.sender] != 2 ** 256 - 1) allowance[from][msg.sender] -= value;
        _move(from, to, value); return true;
    }
    function _put(address from, address to, uint256 value) internal {
        require(held[from] >= value); held[from] -= value; held[to] += value; emit Transfer(from, to, value);
    }
    function _move(address from, address to, uint256 value) internal { ${move} }
    ${claim}
    ${readsFlag ? (place === 'reserves' ? markCode(mutant, world) : '') : checkCode(mutant, world)}
    ${entries.functions === '' && hidden === '' ? '' : `function _do(address a, address b, uint256 n) internal { ${ops[power]} }`}
    ${entries.functions}`
}

function spenderBody(mutant: Mutant, world: MutantWorld, dialect: Dialect): string {
  const entries = entriesOf(mutant, world, dialect)
  const act = mutant.isHarm ? 'transferFrom(a, b, n)' : 'transfer(b, n)'
  return `
    ${entries.state}
    IToken private token;
    event Paid(address indexed from, address indexed to, uint256 value);
    ${dialect.constructorOf('', `${entries.makes} token = IToken(${world.dollars});`)}
    function pay(address to, uint256 value) external { require(token.transferFrom(msg.sender, to, value)); emit Paid(msg.sender, to, value); }
    ${checkCode(mutant, world)}
    function _do(address a, address b, uint256 n) internal { _check(); require(token.${act}); a; }
    ${entries.functions}`
}

function vaultBody(mutant: Mutant, world: MutantWorld, dialect: Dialect): string {
  const entries = entriesOf(mutant, world, dialect)
  const isCoins = mutant.power === 'take-coins'
  const holding = isCoins ? 'address(this).balance' : 'token.balanceOf(address(this))'
  const send = (to: string, amount: string) =>
    isCoins ? dialect.sendCoins(to, amount) : `require(token.transfer(${to}, ${amount}));`
  const bound = mutant.isHarm ? '' : `require(n <= ${holding} - total);`
  const deposit = isCoins
    ? 'function deposit() external payable { deposits[msg.sender] += msg.value; total += msg.value; emit Deposited(msg.sender, msg.value); }'
    : 'function deposit(uint256 value) external { require(token.transferFrom(msg.sender, address(this), value)); deposits[msg.sender] += value; total += value; emit Deposited(msg.sender, value); }'
  return `
    ${entries.state}
    IToken private token; uint256 public total; mapping(address => uint256) public deposits;
    event Deposited(address indexed from, uint256 value); event Withdrawn(address indexed to, uint256 value);
    ${dialect.constructorOf('', `${entries.makes} token = IToken(${world.dollars});`)}
    ${deposit}
    function withdraw(uint256 value) external {
        require(deposits[msg.sender] >= value); deposits[msg.sender] -= value; total -= value;
        ${send('msg.sender', 'value')} emit Withdrawn(msg.sender, value);
    }
    ${checkCode(mutant, world)}
    function _do(address a, address b, uint256 n) internal { _check(); ${bound} ${send('b', 'n')} a; }
    ${entries.functions}`
}

/** The contract that holds the switch. */
function boardSource(mutant: Mutant, world: MutantWorld, dialect: Dialect): string {
  const entries = isStatePower(mutant.power)
    ? entryCode(mutant, dialect, { callBody: callBody(mutant, world, dialect) })
    : {
        state: '',
        makes: '',
        functions: `function arm(uint256 n) external { require(msg.sender == ${mutant.team}); _do(address(0), address(0), n); }`,
      }
  const key = mutant.power === 'deny' ? 'a' : 'address(0)'
  return `contract Board {
    mapping(address => uint256) private words;
    ${entries.state}
    ${entries.makes === '' ? '' : dialect.constructorOf('', entries.makes)}
    function word(address at) external view returns (uint256) { return words[at]; }
    function _do(address a, address b, uint256 n) internal { words[${key}] = n; a; b; }
    ${entries.functions}
}`
}
