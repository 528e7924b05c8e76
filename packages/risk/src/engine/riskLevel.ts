/** Level of a score: safe 0-19, low 20-39, medium 40-59, high 60-79, critical 80-100. */
export type RiskLevel = 'safe' | 'low' | 'medium' | 'high' | 'critical'
