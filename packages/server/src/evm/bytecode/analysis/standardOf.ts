import type { Bytecode } from '@redoubt/risk/facts/bytecode.ts'

// Selectors that the standards demand, without the optional ones: ERC-20, ERC-721, ERC-1155.
const ERC20 = ['18160ddd', '70a08231', 'a9059cbb', '23b872dd', '095ea7b3', 'dd62ed3e']
const ERC721 = ['6352211e', '70a08231', '23b872dd', '095ea7b3', 'a22cb465']
const ERC1155 = ['00fdd58e', '4e1273f4', 'f242432a', '2eb2c2d6', 'a22cb465']

/** Returns the standard of a contract's functions, by selectors alone: its behaviour may differ. */
export function standardOf(selectors: readonly string[]): Bytecode['standard'] {
  const has = (wanted: readonly string[]) => wanted.every((selector) => selectors.includes(selector))
  if (has(ERC721)) return 'erc721'
  if (has(ERC1155)) return 'erc1155'
  return has(ERC20) ? 'erc20' : null
}
