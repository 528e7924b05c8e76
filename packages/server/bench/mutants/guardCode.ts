import { keccak256 } from 'viem/utils'
import type { Guard } from './axes.ts'
import type { Dialect } from './dialect.ts'
import type { Mutant } from './drawMutants.ts'

/** Source of one guard. `test` is a condition; `parameters` come after the function's own ones. */
export type GuardCode = { state: string; makes: string; test: string; parameters: string }

/** Seconds that a timelock waits: what an honest one always does, and what a false one says it does. */
const DELAY_SECONDS = 172_800

export function guardCode({ guard, team, signer, secret }: Mutant, dialect: Dialect): GuardCode {
  const plain = { parameters: '' }
  const byOwner: GuardCode = {
    ...plain,
    state: 'address public owner;',
    makes: `owner = ${team};`,
    test: 'msg.sender == owner',
  }
  const codes: Record<Guard, GuardCode> = {
    open: { ...plain, state: '', makes: '', test: 'true' },
    owner: byOwner,
    'two-step': byOwner,
    timelock: byOwner,
    immutable: {
      ...plain,
      state: dialect.fixed('address', 'keeper', team),
      makes: dialect.setsFixed('keeper', team),
      test: 'msg.sender == keeper',
    },
    role: {
      ...plain,
      state: 'mapping(bytes32 => mapping(address => bool)) private roles;',
      makes: `roles[keccak256("KEEPER")][${team}] = true;`,
      test: 'roles[keccak256("KEEPER")][msg.sender]',
    },
    'caller-hash': {
      ...plain,
      state: 'bytes32 private keeperHash;',
      makes: `keeperHash = ${keccak256(team)};`,
      test: 'keccak256(abi.encodePacked(msg.sender)) == keeperHash',
    },
    secret: {
      state: 'bytes32 private secretHash;',
      makes: `secretHash = ${keccak256(secret)};`,
      test: 'keccak256(abi.encodePacked(secret)) == secretHash',
      parameters: ', bytes32 secret',
    },
    signature: {
      state: 'address private signer;',
      makes: `signer = ${signer};`,
      test: 'ecrecover(keccak256(abi.encode(a, b, n)), v, r, s) == signer',
      parameters: ', uint8 v, bytes32 r, bytes32 s',
    },
  }
  return codes[guard]
}

/** What follows the arguments: nothing, or the second step of what waits. `run` is the call of the power. */
export function secondStep({ guard, isHarm }: Mutant): { state: string; run: string; functions: string } {
  if (guard !== 'two-step' && guard !== 'timelock') return { state: '', run: '_do(a, b, n);', functions: '' }
  const isFalse = guard === 'timelock' && isHarm
  const delay = guard === 'two-step' ? '0' : isFalse ? 'delay' : `${DELAY_SECONDS}`
  return {
    state: `struct Held { address a; address b; uint256 n; uint256 at; } Held private waiting;${isFalse ? ` uint256 public delay = ${DELAY_SECONDS};` : ''}`,
    run: `waiting = Held(a, b, n, block.timestamp + ${delay});`,
    functions: `
    function confirm() external {
        require(msg.sender == owner);
        require(waiting.at != 0 && block.timestamp >= waiting.at);
        waiting.at = 0;
        _do(waiting.a, waiting.b, waiting.n);
    }${isFalse ? '\n    function setDelay(uint256 next) external { require(msg.sender == owner); delay = next; }' : ''}`,
  }
}
