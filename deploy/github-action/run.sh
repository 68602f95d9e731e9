#!/usr/bin/env bash
# Runs the command line for the action, and shows what it printed in the summary of the job.
set -euo pipefail

case "$COMMAND" in
  plan | apply | drift) ;;
  *)
    echo "::error::command must be plan, apply or drift."
    exit 2
    ;;
esac
if [ -z "$FLAGS_TOKEN" ]; then
  unset FLAGS_TOKEN
  if [ -z "${ACTIONS_ID_TOKEN_REQUEST_URL:-}" ]; then
    echo "::error::Give a token, or the job the permission id-token: write."
    exit 2
  fi
  audience=$(jq -rn --arg text "$AUDIENCE" '$text | @uri')
  answer=$(curl -sSf -H "Authorization: Bearer $ACTIONS_ID_TOKEN_REQUEST_TOKEN" \
    "$ACTIONS_ID_TOKEN_REQUEST_URL&audience=$audience")
  FLAGS_ID_TOKEN=$(jq -r .value <<<"$answer")
  export FLAGS_ID_TOKEN
  echo "::add-mask::$FLAGS_ID_TOKEN"
fi
if [ -z "$FLAGS_CREDENTIAL" ]; then unset FLAGS_CREDENTIAL; fi

read -ra options <<<"$OPTIONS"
flags=(${FLAGS_COMMAND:-npx --yes "feature-flag-admin-cli@$VERSION"})
code=0
"${flags[@]}" "$COMMAND" "$FOLDER" "${options[@]}" 2>&1 | tee "$RUNNER_TEMP/flags.txt" || code=$?
{
  echo "### flags $COMMAND $FOLDER"
  # Four blanks make it text, whatever names contain.
  sed 's/^/    /' "$RUNNER_TEMP/flags.txt"
} >>"$GITHUB_STEP_SUMMARY"
if [ "$COMMAND" = drift ]; then
  case $code in
    0) echo differs=false >>"$GITHUB_OUTPUT" ;;
    2) echo differs=true >>"$GITHUB_OUTPUT" ;;
  esac
fi
exit "$code"
