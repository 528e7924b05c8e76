import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assemble } from '../../simulation/testing/assembler.ts'
import { ACCOMPLICE, TOKEN_PLACE } from './accomplice.ts'

const TOKEN = `0x${TOKEN_PLACE}`
const selector = (digits: string) => `0x${digits}${'00'.repeat(28)}`
const answer = (value: string) => `${value} 0 MSTORE 32 0 RETURN`

const SOURCE = `CALLDATASIZE @called JUMPI STOP
  :called 0 CALLDATALOAD 224 SHR
  DUP1 0x70a08231 EQ @balance JUMPI DUP1 0x23b872dd EQ @moved JUMPI DUP1 0xa9059cbb EQ @yes JUMPI DUP1 0x095ea7b3 EQ @yes JUMPI
  DUP1 0xdd62ed3e EQ @plenty JUMPI DUP1 0x313ce567 EQ @decimals JUMPI DUP1 0x23e30c8b EQ @loan JUMPI
  DUP1 0x1626ba7e EQ @echo JUMPI DUP1 0x150b7a02 EQ @echo JUMPI DUP1 0xf23a6e61 EQ @echo JUMPI
  ; what its caller allows and has, the lesser of both
  ${selector('dd62ed3e')} 0 MSTORE CALLER 4 MSTORE ADDRESS 36 MSTORE 32 0 68 0 0 ${TOKEN} GAS CALL POP 0 MLOAD
  ${selector('70a08231')} 0 MSTORE CALLER 4 MSTORE 32 0 36 0 0 ${TOKEN} GAS CALL POP 0 MLOAD
  DUP2 DUP2 GT @allowed JUMPI SWAP1 :allowed POP
  DUP1 ISZERO @done JUMPI
  ${selector('23b872dd')} 0 MSTORE CALLER 4 MSTORE ADDRESS 36 MSTORE DUP1 68 MSTORE 0 0 100 0 0 ${TOKEN} GAS CALL ISZERO @done JUMPI
  DUP1 0 SSTORE
  :done CALLDATASIZE 4 EQ @getter JUMPI ${answer('ADDRESS')}
  ; what a contract asks before it trusts another one: which token it works with
  :getter ${TOKEN} DUP1 @known JUMPI POP ADDRESS :known 0 MSTORE 32 0 RETURN
  :balance ${answer('0 SLOAD')}
  :moved 0 SLOAD 68 CALLDATALOAD ADD 0 SSTORE
  :yes ${answer('1')}
  :plenty ${answer(`0x80${'00'.repeat(31)}`)}
  :decimals ${answer('18')}
  :loan ${answer('0x439148f0bbc682ca079e46d6e2c2f0c1e3b820f1a291b069d8882abf8cf18dd9')}
  :echo ${answer('0 CALLDATALOAD 224 SHR 0x0100000000000000000000000000000000000000000000000000000000 MUL')}`

test('the accomplice is the code of its source', () => {
  assert.equal(ACCOMPLICE, assemble(SOURCE).slice(2))
})
