import { Type } from 'typebox'
import { Nullable } from './common.ts'
import { Likeness } from './likeness.ts'

export const Listing = Type.Object(
  {
    label: Type.String({ description: 'What the list says: phishing, malware, scam, …' }),
    name: Nullable(Type.String()),
    source: Type.String({ description: 'Title of the list.' }),
    listedSince: Nullable(Type.String({ description: 'ISO date since when it is seen here.' })),
    matched: Type.String({ description: 'The part that is listed: host, parent or path.' }),
  },
  { title: 'OriginListing' },
)

/** The site that asks, as far as it is known. */
export const OriginSchema = Nullable(
  Type.Object(
    {
      url: Type.String({ description: 'As given, without query, fragment and credentials.' }),
      host: Type.String(),
      listed: Type.Array(Listing),
      official: Nullable(Type.String({ description: 'The project whose official domain it is.' })),
      lexical: Nullable(Type.Number({ minimum: 0, maximum: 1 }), {
        description:
          'What a model says of the characters of the host. Null for IP addresses, shared and official hosts.',
      }),
      likenesses: Type.Array(Likeness, { description: 'Brands that the name is made to look like.' }),
    },
    { title: 'Origin' },
  ),
  {
    description:
      'How the site named in the request is known; null when none was named, and when it could not be looked up (`unknown` then has `origin`).',
  },
)
