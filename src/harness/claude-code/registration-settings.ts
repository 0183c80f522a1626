// A flat table, seen in 2.1.332: a value of another type in one of these settings makes the harness drop the whole
// file, hooks included. Settings whose bad value it only skips are left out on purpose.
import type { JsonValue } from '../../core/codec/json.ts'

type Shape = { readonly says: string; accepts(value: JsonValue): boolean }

const isObject = (value: JsonValue) => typeof value === 'object' && value !== null && !Array.isArray(value)
const isStringList = (value: JsonValue) => Array.isArray(value) && value.every((item) => typeof item === 'string')

const TEXT: Shape = { says: 'a string', accepts: (value) => typeof value === 'string' }
const FLAG: Shape = { says: 'true or false', accepts: (value) => typeof value === 'boolean' }
const FLAG_OR_NULL: Shape = { says: 'true or false', accepts: (value) => value === null || typeof value === 'boolean' }
const NUMBER: Shape = { says: 'a number', accepts: (value) => typeof value === 'number' }
const TEXTS: Shape = { says: 'a list of strings', accepts: isStringList }
const TEXTS_IF_LIST: Shape = { says: 'a list of strings', accepts: (v) => !Array.isArray(v) || isStringList(v) }
const OBJECT: Shape = { says: 'an object', accepts: isObject }
const COMMAND: Shape = {
  says: 'an object with type "command" and a command',
  accepts: (v) => isObject(v) && hasText(v, 'command') && (v as Record<string, JsonValue>)['type'] === 'command',
}
const oneOf = (...values: readonly string[]): Shape => ({
  says: `one of ${values.join(', ')}`,
  accepts: (value) => typeof value === 'string' && values.includes(value),
})

function hasText(value: JsonValue, key: string): boolean {
  return typeof (value as Readonly<Record<string, JsonValue>>)[key] === 'string'
}

const PERMISSIONS: Readonly<Record<string, Shape>> = {
  allow: TEXTS,
  deny: TEXTS,
  ask: TEXTS,
  additionalDirectories: TEXTS,
  defaultMode: oneOf('acceptEdits', 'auto', 'bypassPermissions', 'default', 'dontAsk', 'plan'),
  disableBypassPermissionsMode: oneOf('disable'),
}

const named = (shape: Shape, names: string): readonly (readonly [string, Shape])[] =>
  names.split(/\s+/).map((name) => [name, shape])

const SETTINGS: ReadonlyMap<string, Shape> = new Map([
  ...named(
    TEXT,
    `apiKeyHelper awsCredentialExport proxyAuthHelper awsAuthRefresh gcpAuthRefresh processWrapper attributionProject
    model prUrlTemplate otelHeadersHelper outputStyle language advisorModel agent requiredMinimumVersion minimumVersion
    requiredMaximumVersion downloadsMirrorUrl plansDirectory timeZone autoMemoryDirectory claudeMd pluginTrustMessage
    timeFormat`,
  ),
  ...named(
    FLAG,
    `respectGitignore wslInheritsWindowsSettings includeCoAuthoredBy includeGitInstructions disableAllHooks
    disableReplyCheck workflowKeywordTriggerEnabled bashEditDiffEnabled respondToBashCommands allowAllClaudeAiMcps
    allowClaudeInChromeWithManagedMcp allowNestedModelAccessUnderForceLogin forceRemoteSettingsRefresh
    spinnerTipsEnabled syntaxHighlightingDisabled terminalTitleFromRename alwaysThinkingEnabled fastMode
    promptSuggestionEnabled emojiCompletionEnabled showClearContextOnPlanAccept prefersReducedMotion autoMemoryEnabled
    autoDreamEnabled showThinkingSummaries verbose precomputeCompactionEnabled autoCompactEnabled idleCompaction
    switchModelsOnFlag autoScrollEnabled wheelScrollAccelerationEnabled showTurnDuration showMessageTimestamps
    terminalProgressBarEnabled todoFeatureEnabled inputNeededNotifEnabled agentPushNotifEnabled voiceEnabled`,
  ),
  ...named(
    FLAG_OR_NULL,
    `syncClaudeAiSkills syncClaudeAiPlugins enforceAvailableModels enableAllProjectMcpServers disableClaudeAiConnectors
    disableBundledSkills disableAgentView disableRemoteControl disableWorkflows disableArtifact enableWorkflows
    enableArtifact disableSkillShellExecution disableWindowsBashCommandSplit allowManagedHooksOnly
    allowManagedPermissionRulesOnly allowManagedMcpServersOnly disableCommandPluginSources disableSideloadFlags
    skipWebFetchPreflight fastModePerSessionOptIn channelsEnabled skipDangerousModePermissionPrompt
    autoContinueAtUsageLimit fileCheckpointingEnabled remoteControlAtStartup isolatePeerMachines autoUploadSessions
    skipAutoPermissionPrompt useAutoModeDuringPlan`,
  ),
  ...named(
    NUMBER,
    'cleanupPeriodDays desktopSessionCleanupPeriodDays skillListingMaxDescChars skillListingBudgetFraction feedbackSurveyRate',
  ),
  ...named(
    TEXTS,
    `fallbackModel availableModels allowedHttpHookUrls httpHookAllowedEnvVars pluginSuggestionMarketplaces
    companyAnnouncements claudeMdExcludes`,
  ),
  ...named(TEXTS_IF_LIST, 'enabledMcpjsonServers disabledMcpjsonServers'),
  ...named(
    OBJECT,
    'env modelOverrides permissions skillOverrides worktree enabledPlugins sandbox pluginConfigs remote voice autoMode',
  ),
  ...named(COMMAND, 'fileSuggestion statusLine'),
  ['workflowSizeGuideline', oneOf('unrestricted', 'small', 'medium', 'large')],
  ['defaultShell', oneOf('bash', 'powershell')],
  ['parentSettingsBehavior', oneOf('first-wins', 'merge')],
  ['managedSourcesBehavior', oneOf('first-wins', 'merge')],
  ['autoUpdatesChannel', oneOf('latest', 'stable', 'rc')],
  ['tui', oneOf('default', 'fullscreen')],
  ['daemonColdStart', oneOf('transient', 'ask')],
  ['defaultView', oneOf('chat', 'transcript')],
])

/** Settings other than hooks whose values make the harness drop the whole file, each in one phrase. */
export function badSettings(settings: Readonly<Record<string, JsonValue>>): readonly string[] {
  const top = mismatches(settings, (name) => SETTINGS.get(name), '')
  const permissions = settings['permissions']
  if (permissions === undefined || !isObject(permissions)) return top
  const inner = permissions as Readonly<Record<string, JsonValue>>
  return [
    ...top,
    ...mismatches(inner, (name) => (Object.hasOwn(PERMISSIONS, name) ? PERMISSIONS[name] : undefined), 'permissions.'),
  ]
}

function mismatches(
  values: Readonly<Record<string, JsonValue>>,
  shapeOf: (name: string) => Shape | undefined,
  prefix: string,
): readonly string[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const shape = shapeOf(name)
    return shape === undefined || shape.accepts(value) ? [] : [`${prefix}${name} must be ${shape.says}`]
  })
}
