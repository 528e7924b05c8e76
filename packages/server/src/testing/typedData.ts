/**
 * Typed data (EIP-712) from its encoded type, whose first struct is the primary one. The domain has the members given.
 * @example typedDataOf('Vote(uint256 proposal)', { name: 'Forum', chainId: 1 }, { proposal: '7' })
 */
export function typedDataOf(encodedType: string, domain: Record<string, unknown>, message: Record<string, unknown>) {
  const types = Object.fromEntries(
    [...encodedType.matchAll(/([\w:]+)\(([^)]*)\)/g)].map(([, name = '', members = '']) => [
      name,
      members.split(',').map((member) => {
        const [type = '', called = ''] = member.split(' ')
        return { name: called, type }
      }),
    ]),
  )
  const primaryType = encodedType.slice(0, encodedType.indexOf('('))
  return { types, primaryType, domain, message }
}
