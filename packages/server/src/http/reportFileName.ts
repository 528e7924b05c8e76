const LONGEST = 80

/** Name of the file of a report: letters, digits, dots and hyphens, whatever the entity is made of. */
export function reportFileName(entity: string): string {
  const safe = entity
    .replace(/^https?:\/+/i, '')
    .replace(/[^A-Za-z0-9.]+/g, '-')
    .replace(/\.{2,}/g, '.')
    .slice(0, LONGEST)
    .replace(/^[-.]+|[-.]+$/g, '')
  return `risk-report-${safe === '' ? 'entity' : safe}.pdf`
}
