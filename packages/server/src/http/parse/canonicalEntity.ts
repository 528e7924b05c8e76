import type { Feedback } from '../../domain/feedback.ts'
import { ApiError } from '../../errors.ts'
import { parseEntity } from './parseEntity.ts'

/**
 * How the service calls an entity, and what it is: an EIP-55 address, a URL without credentials and fragment, a hash.
 * @param member how a complaint calls it: `body.entity`.
 * @throws ApiError VALIDATION_ERROR
 */
export function canonicalEntity(text: string, member: string): Pick<Feedback, 'entity' | 'entityType'> {
  const { entity } = parseEntity(text, {}, member)
  if (entity.type === 'ens')
    throw new ApiError('VALIDATION_ERROR', {
      detail: `${member}: expected an address instead of an ENS name, because names change owners; send the address behind it`,
    })
  if (entity.type === 'address') return { entity: entity.spelling.checksummed, entityType: 'address' }
  if (entity.type === 'transaction') return { entity: entity.hash, entityType: 'transaction' }
  const url = new URL(entity.url)
  url.username = ''
  url.password = ''
  url.hash = ''
  return { entity: url.href, entityType: 'url' }
}
