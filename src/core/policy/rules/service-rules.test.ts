import { describe, expect, it } from 'vitest'
import { readContext } from '../classify-command.ts'
import { findHits } from '../find-hits.ts'
import { SERVICE_RULES } from './service-rules.ts'

function decided(text: string): readonly string[] {
  return findHits(readContext(text), SERVICE_RULES).map(({ hit }) => text.slice(...hit.span))
}

describe('the word that destroys', () => {
  it.each([
    ['kubectl --context prod --namespace web delete pod web-0', 'delete'],
    ['kubectl delete pod web --dry-run=none', 'delete'],
    ['helm -n web delete app', 'delete'],
    ['terraform apply -auto-approve -destroy', 'apply'],
    ['terraform workspace delete dev', 'delete'],
    ['terragrunt run-all destroy', 'destroy'],
    ['pulumi -s dev stack rm', 'rm'],
    ['cdk destroy --all', 'destroy'],
    ['aws dynamodb delete-table --table-name t', 'delete-table'],
    ['aws --endpoint-url https://s3.example s3 rb s3://b --force', 'rb'],
    ['gcloud --project p sql instances delete db', 'delete'],
    ['gcloud storage rm -r gs://b', 'rm'],
    ['gsutil -h x:y rm -r gs://b', 'rm'],
    ['az storage blob delete-batch -s c', 'delete-batch'],
    ['docker volume prune -f', 'prune'],
    ['docker image prune -f -a', 'prune'],
    ['podman system prune --volumes', 'prune'],
    ['docker compose -p app down --remove-orphans -v', 'down'],
    ['rclone purge remote:dir', 'purge'],
    ['heroku apps:destroy web', 'apps:destroy'],
    ['fly apps destroy web', 'destroy'],
    ['vercel rm web --yes', 'rm'],
    ['wrangler r2 bucket delete b', 'delete'],
    ['crontab -u web -r', 'crontab'],
    ['ssh host "docker volume rm data"', 'rm'],
  ])('%s', (text, word) => expect(decided(text)).toEqual([word]))
})

describe('what only looks like it', () => {
  it.each([
    'kubectl describe pod delete',
    'kubectl delete --help',
    'kubectl apply -f delete.yml',
    'terraform state list',
    'terraform show destroy',
    'pulumi preview',
    'cdk diff',
    'aws s3 sync dist s3://b',
    'aws ec2 terminate-instances --instance-ids i-1 --dry-run',
    'gsutil ls gs://b',
    'gsutil rm gs://b/one',
    'docker compose stop',
    'docker compose down --rmi local',
    'docker compose exec web rm -v x',
    'docker container prune',
    'docker builder prune',
    'docker run -v data:/x app down',
    'rclone ls remote:',
    'fly logs',
    'crontab new.cron',
    'systemctl stop web',
    'echo terraform destroy',
  ])('%s', (text) => expect(decided(text)).toEqual([]))
})
