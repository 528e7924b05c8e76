import type { MutantCompiler } from './axes.ts'

/** How one version of Solidity writes what the templates need. */
export type Dialect = ReturnType<typeof dialectOf>

const FIRST_IMMUTABLE = [6, 5] as const
const FIRST_CALLDATA_EVERYWHERE = 6
const FIRST_DECODE = 5

export function dialectOf({ minor, patch }: MutantCompiler) {
  const isAtLeast = (wanted: number, wantedPatch = 0) => minor > wanted || (minor === wanted && patch >= wantedPatch)
  const hasCalldata = isAtLeast(FIRST_CALLDATA_EVERYWHERE)
  const hasDecode = isAtLeast(FIRST_DECODE)
  return {
    hasDecode,
    pragma: `pragma solidity 0.${minor}.${patch};${minor < 8 ? '\npragma experimental ABIEncoderV2;' : ''}`,
    constructorOf: (parameters: string, body: string) =>
      `constructor(${parameters}) ${minor < 7 ? 'public ' : ''}{ ${body} }`,
    /** A function of outside callers with lists, structs or bytes among its parameters. */
    visibility: hasCalldata ? 'external' : 'public',
    location: hasCalldata ? 'calldata' : 'memory',
    /** A value that stands in the code: `literal` for compilers without immutables. */
    fixed: (type: string, name: string, literal: string) =>
      isAtLeast(...FIRST_IMMUTABLE)
        ? `${type} private immutable ${name};`
        : `${type} private constant ${name} = ${literal};`,
    setsFixed: (name: string, value: string) => (isAtLeast(...FIRST_IMMUTABLE) ? `${name} = ${value};` : ''),
    fallback: isAtLeast(6) ? 'fallback() external' : 'function() external',
    sendCoins: (to: string, amount: string) =>
      isAtLeast(7)
        ? `{ (bool sent, ) = ${to}.call{value: ${amount}}(""); require(sent); }`
        : isAtLeast(5)
          ? `{ (bool sent, ) = ${to}.call.value(${amount})(""); require(sent); }`
          : `require(${to}.call.value(${amount})());`,
    callData: (to: string, data: string) =>
      isAtLeast(5) ? `{ (bool done, ) = ${to}.call(${data}); require(done); }` : `require(${to}.call(${data}));`,
    /** The three values in `data`, bytes in memory. */
    decode: (data: string) =>
      hasDecode
        ? `(address a, address b, uint256 n) = abi.decode(${data}, (address, address, uint256));`
        : `address a; address b; uint256 n; assembly { a := mload(add(${data}, 32)) b := mload(add(${data}, 64)) n := mload(add(${data}, 96)) }`,
  }
}
