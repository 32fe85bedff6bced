{{/* The pod of a role. The first parameter is the chart's context, the second the role. */}}
{{- define "muster.labels" -}}
app.kubernetes.io/name: muster
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "muster.container" -}}
image: "{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}"
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
volumeMounts:
  - name: secrets
    mountPath: /run/secrets/muster
    readOnly: true
  - name: data
    mountPath: /data
  - name: tmp
    mountPath: /tmp
{{- end }}

{{- define "muster.environment" -}}
- name: DATABASE_URL_FILE
  value: /run/secrets/muster/database-url
- name: MUSTER_ENCRYPTION_KEY_FILE
  value: /run/secrets/muster/encryption-key
- name: HOST
  value: 0.0.0.0
- name: MUSTER_LOG_FORMAT
  value: json
- name: MUSTER_METRICS_PORT
  value: "9464"
{{- range $name, $value := .Values.settings }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- end }}

{{- define "muster.pod" -}}
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  fsGroup: 1000
  seccompProfile:
    type: RuntimeDefault
# The drain, and ten seconds for requests under way.
terminationGracePeriodSeconds: 60
volumes:
  - name: secrets
    secret:
      secretName: {{ .Values.secretName }}
      defaultMode: 0440
  - name: data
    {{- if .Values.files.existingClaim }}
    persistentVolumeClaim:
      claimName: {{ .Values.files.existingClaim }}
    {{- else }}
    emptyDir: {}
    {{- end }}
  - name: tmp
    emptyDir: {}
{{- end }}
