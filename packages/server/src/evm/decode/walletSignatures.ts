/**
 * Batch and module functions of wallets and the routers they call whose packages publish no ABI, or not under a licence that
 * lets it be taken: written by hand from their verified source. By the name their ABI is shown under.
 */
export const WALLET_SIGNATURES: Readonly<Record<string, readonly string[]>> = {
  ambire: [
    'execute((address to,uint256 value,bytes data)[] calls,bytes signature)',
    'executeBySender((address to,uint256 value,bytes data)[] calls)',
    'executeBySelf((address to,uint256 value,bytes data)[] calls)',
    'executeMultiple(((address to,uint256 value,bytes data)[] calls,bytes signature)[] toExec)',
  ],
  argent: ['multiCall(address wallet,(address to,uint256 value,bytes data)[] transactions)'],
  biconomy: [
    'execute_ncC(address dest,uint256 value,bytes func)',
    'executeBatch_y6U(address[] dest,uint256[] value,bytes[] func)',
    'executeCall(address dest,uint256 value,bytes func)',
    'executeBatchCall(address[] dest,uint256[] value,bytes[] func)',
  ],
  'coinbase-smart-wallet': ['executeWithoutChainIdValidation(bytes[] calls)'],
  kernel: ['executeDelegateCall(address to,bytes data)'],
  'safe-4337': [
    'executeUserOp(address to,uint256 value,bytes data,uint8 operation)',
    'executeUserOpWithErrorString(address to,uint256 value,bytes data,uint8 operation)',
  ],
  'zodiac-delay': ['executeNextTx(address to,uint256 value,bytes data,uint8 operation)'],
  'zodiac-roles': [
    'execTransactionWithRole(address to,uint256 value,bytes data,uint8 operation,bytes32 roleKey,bool shouldRevert)',
    'execTransactionWithRoleReturnData(address to,uint256 value,bytes data,uint8 operation,bytes32 roleKey,bool shouldRevert)',
    'execTransactionWithRole(address to,uint256 value,bytes data,uint8 operation,uint16 role,bool shouldRevert)',
    'execTransactionWithRoleReturnData(address to,uint256 value,bytes data,uint8 operation,uint16 role,bool shouldRevert)',
  ],
}
