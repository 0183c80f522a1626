# A log behind a link that leads out of the repository, or to nothing, is named.
exec mkdir .hdr
exec ln -s ../../elsewhere .hdr/decisions
!exec bylaw validate
exit 2
stdout 'outside-workspace'
exec rm -r .hdr
exec mkdir -p ../elsewhere/decisions
exec ln -s ../elsewhere .hdr
!exec bylaw validate
exit 2
stdout 'outside-workspace'
!exec bylaw decisions add --title A --rationale B
!exec bylaw decisions init --apply
exit 2
!exists ../elsewhere/decisions/HDR-001.json
