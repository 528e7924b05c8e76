import { Type } from 'typebox'
import { OneOf } from './common.ts'

/** One way in which the name of a site borrows that of a brand. */
export const Likeness = Type.Object(
  {
    host: Type.Optional(
      Type.String({ description: 'Host where redirects lead, when the likeness is about that host.' }),
    ),
    brand: Type.String(),
    domain: Type.String({ description: 'The official domain that the name resembles.' }),
    how: OneOf(['confusable', 'edit-distance', 'combo', 'subdomain', 'tld', 'path']),
    matched: Type.String({ description: 'The part of the address that resembles it.' }),
    ambiguous: Type.Boolean({ description: 'A word that many honest names contain.' }),
  },
  { title: 'BrandLikeness' },
)
