import { narrowSpan } from '../narrow-span.ts'
import type { CommandRule, PolicyRule } from '../rule.ts'
import { DESTROYERS } from '../service/destroyers.ts'
import { findInTable } from '../verb-programs.ts'

const DESTROY_SERVICE: CommandRule = {
  id: 'destroy-service',
  level: 'MANUAL',
  area: 'service',
  reason: 'destroys what runs or is stored outside the working folder',
  programs: Object.keys(DESTROYERS),
  find(command, context) {
    const call = findInTable(DESTROYERS, command.name, command.args)
    const word = call?.word ?? command.command.words[0]
    return call === null || word === undefined ? null : { span: narrowSpan(context.text, word.span, word.text) }
  },
  hits: [
    'kubectl -n prod delete deployment web',
    'kubectl delete -f k8s/',
    'kubectl drain node-1',
    'helm uninstall app',
    'terraform destroy -auto-approve',
    'terraform -chdir=infra apply -destroy',
    'tofu state rm aws_instance.web',
    'pulumi destroy --yes',
    'aws s3 rm s3://bucket/app --recursive',
    'aws s3 rb s3://bucket',
    'aws s3 sync dist s3://bucket --delete',
    'aws --profile prod ec2 terminate-instances --instance-ids i-1',
    'gcloud compute instances delete web',
    'gsutil -m rm -r gs://bucket/app',
    'az group delete --name app',
    'docker volume rm data',
    'docker system prune -af',
    'docker image prune -af',
    'docker compose -f dev.yml down -v',
    'docker-compose down --volumes',
    'heroku pg:reset --app web',
    'crontab -r',
    'vault kv delete secret/app',
    'consul kv delete -recurse app',
    'kafka-topics --bootstrap-server b:9092 --delete --topic t',
    'bq rm -r data',
    'vagrant destroy -f',
    'restic forget --keep-last 1 --prune',
    'docker rm -vf $(docker ps -aq)',
  ],
  misses: [
    'kubectl get pods',
    'kubectl delete pod web --dry-run=client',
    'kubectl logs delete-me',
    'helm list',
    'helm uninstall app --dry-run',
    'terraform plan -destroy',
    'terraform apply',
    'aws s3 ls s3://bucket',
    'aws s3 rm s3://bucket/one',
    'aws ec2 describe-instances',
    'aws s3 rm s3://bucket/app --recursive --dryrun',
    'gcloud compute instances list',
    'az group list',
    'docker rm -f web',
    'docker rmi app',
    'docker compose down',
    'docker compose run -v ./x:/x web down',
    'docker image prune',
    'docker volume ls',
    'crontab -l',
    'vault kv get secret/app',
    'consul kv get app',
    'kafka-topics --list',
    'restic forget --keep-last 1',
    'restic forget --prune --keep-last 1 --dry-run',
    'vagrant up',
  ],
}

export const SERVICE_RULES: readonly PolicyRule[] = [DESTROY_SERVICE]
