import type { Hex } from '../address.ts'

/** Function selectors that facts are derived from (ERC-20, ERC-721, ERC-1155, ERC-6909, Safe, Permit2, EIP-2612). */
export const SELECTORS = {
  transfer: '0xa9059cbb',
  transferFrom: '0x23b872dd',
  safeTransferFrom: '0x42842e0e',
  safeTransferFromWithData: '0xb88d4fde',
  safeTransferFrom1155: '0xf242432a',
  safeBatchTransferFrom: '0x2eb2c2d6',
  approve: '0x095ea7b3',
  /** ERC-6909: approve, transfer and transferFrom of an amount of one id, and setOperator(address,bool). */
  approveId: '0x426a8493',
  transferId: '0x095bcdb6',
  transferFromId: '0xfe99049a',
  setOperator: '0x558a7297',
  increaseAllowance: '0x39509351',
  increaseApproval: '0xd73dd623',
  setApprovalForAll: '0xa22cb465',
  permit2Approve: '0x87517c45',
  permit: '0xd505accf',
  daiPermit: '0x8fcbaf0c',
  execTransaction: '0x6a761202',
} as const satisfies Record<string, Hex>
