/** Members of requests that an option of the commands sets. */
const OPTIONS: readonly (readonly [member: RegExp, option: string])[] = [
  [/\b(?:body\.options|body|query)\.deadlineMs\b/g, '--deadline'],
  [/\b(?:body|query)\.(chain|limit|cursor|type|status)\b/g, '--$1'],
  [/\bbody\.(from|to|value|data|origin|events|entities|scopes|origins|name|expiresAt)\b/g, '--$1'],
  [/\bbody\.paymentRequirements\b/g, '--payment'],
  [/\bpath\.(address|entity|hash|id|keyId)\b/g, 'the $1'],
  [/\bbody\.(address|entity|url)\b/g, 'the $1'],
]

/** Endpoints that messages of the API name, as commands. */
const COMMANDS: readonly (readonly [endpoint: RegExp, command: string])[] = [
  [/\b(?:GET )?\/v1\/scan\/transaction\/\{hash\}/g, 'scan HASH'],
  [/\b(?:POST )?\/v1\/scan\/(?:transaction|contract|message|url)\b/g, 'scan'],
  [/\b(?:GET )?\/v1\/risk\/score\/\{entity\}/g, 'score ENTITY'],
  [/\b(?:GET )?\/v1\/risk\/report\/\{entity\}/g, 'report ENTITY'],
  [/\b(?:GET |POST )?\/v1\/auth\/keys\b/g, 'keys'],
]

/** A message of the API in the words of the command line: options in place of members, commands in place of endpoints. */
export function inCommandWords(message: string, program: string): string {
  const withOptions = OPTIONS.reduce((text, [member, option]) => text.replace(member, option), message)
  return COMMANDS.reduce(
    (text, [endpoint, command]) => text.replace(endpoint, `\`${program} ${command}\``),
    withOptions,
  )
}
