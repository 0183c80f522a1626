# The seed's lines.
!exec bylaw policy check --mode enforce --command 'rm -rf src'
exit 2
stdout '^BLOCK recursive-delete: '
!exec bylaw policy check --mode enforce --command 'git push origin feature'
exit 1
stdout '^MANUAL external-push: external publication needs a human gate'
exec bylaw policy check --mode enforce --command 'python -m pytest -q'
stdout '^ALLOW allow: '
exec bylaw policy check --mode audit --command 'rm -rf src'
stdout '^BLOCK'
!exec bylaw policy check --mode enforce
exit 3
stderr 'neither --command nor --file'
!exec bylaw policy check --mode strict --command ls
exit 3
!exec bylaw policy check --comand ls
exit 3
stderr 'did you mean --command'

# Enforce is what is meant where nothing is said; the piece that decided is underlined.
!exec bylaw policy check --command 'cd app && bash -c "rm -fr x" # tidy'
exit 2
cmp stdout golden-span
!exec bylaw policy check --json --command 'rm -rf src'
exit 2
cmp stdout golden-json
exec bylaw policy check --command ''
stdout '^ALLOW empty: no command supplied$'

# A script: one verdict a command.
exec bylaw policy check --mode audit --file script.sh
cmp stdout golden-file
!exec bylaw policy check --file no-such.sh
exit 3

# The policy of the project only hardens; what is there and wrong is refused, whatever the mode.
cp policy.json .hpp/policy.json
!exec bylaw policy check --command 'npm run deploy'
exit 2
stdout 'BLOCK no-deploy: ask the release team'
stdout 'policy .*/.hpp/policy.json \(sha256 [0-9a-f]{12}\)'
!exec bylaw policy check --command 'git push origin feature'
exit 2
stdout 'BLOCK external-push'
exec bylaw policy check --policy other.json --command 'npm run deploy'
stdout 'policy other.json'
cp bad.json .hpp/policy.json
!exec bylaw policy check --mode audit --command ls
exit 2
!stdout .
stderr 'only hardens'
stderr 'no allow list'
!exec bylaw policy check --policy gone.json --command ls
exit 2
stderr 'policy file not found: gone.json'
-- policy.json --
{"schema": "hpp.policy/v1",
 "rules": [{"id": "no-deploy", "action": "BLOCK", "pattern": "npm +run +deploy", "reason": "ask the release team"}],
 "raise": {"external-push": "BLOCK"}}
-- other.json --
{"schema": "hpp.policy/v1"}
-- bad.json --
{"schema": "hpp.policy/v1", "allow": ["ls"],
 "rules": [{"id": "x", "action": "ALLOW", "pattern": "ls", "reason": "r"}]}
-- script.sh --
#!/bin/sh
set -eu
# rm -rf / is only mentioned
for d in a b; do
  rm -rf "$d"
done
cat > notes <<EOF
git push --force
EOF
git push origin feature
-- golden-span --
BLOCK recursive-delete: recursive deletion requires an explicit recovery plan
  cd app && bash -c "rm -fr x" # tidy
                     ^^^^^^^^
-- golden-json --
{
  "mode": "enforce",
  "policy": null,
  "policy_files": [],
  "policy_sha256": null,
  "action": "BLOCK",
  "rule": "recursive-delete",
  "reason": "recursive deletion requires an explicit recovery plan",
  "source": "built-in",
  "command": "rm -rf src",
  "span": [
    0,
    10
  ],
  "piece": "rm -rf src",
  "permits": []
}
-- golden-file --
 2  ALLOW   set -eu
 4  BLOCK   recursive-delete  for d in a b; do rm -rf "$d" done
 7  ALLOW   cat > notes <<EOF git push --force EOF
10  MANUAL  external-push  git push origin feature
4 commands: 1 BLOCK, 1 MANUAL, 2 ALLOW (audit)
