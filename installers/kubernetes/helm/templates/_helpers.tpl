{{- define "health-tools.labels" -}}
app.kubernetes.io/name: health-tools
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
{{- end }}

{{- define "health-tools.selector" -}}
app.kubernetes.io/name: health-tools
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .role }}
{{- end }}

{{/* The settings of a node: those of the chart, with those of the site over them. */}}
{{- define "health-tools.config" -}}
{{- $root := .root -}}
{{- $postgres := dict "host" $root.Values.postgres.host "port" (int $root.Values.postgres.port) "database" $root.Values.postgres.database "user" $root.Values.postgres.user "password" (dict "credential" "postgres-password") -}}
{{- if $root.Values.postgres.caKey -}}
{{- $_ := set $postgres "tls" (dict "ca" (dict "file" (printf "/run/secrets/health-tools/%s" $root.Values.postgres.caKey))) -}}
{{- end -}}
{{- $listen := list (dict "address" "0.0.0.0" "port" 8080) -}}
{{- $own := dict
  "version" 1
  "node" (dict "roles" (list .role))
  "server" (dict "listen" $listen)
  "operations" (dict "listen" (dict "address" "0.0.0.0" "port" 9464))
  "storage" (dict "path" "/var/lib/health-tools/health-tools.db" "postgres" $postgres)
  "rate_limit" (dict "backend" "postgres")
  "jobs" (dict "backend" "postgres" "payload_key" (dict "credential" "payload-key"))
  "auth" (dict "api_key" (dict "pepper" (dict "credential" "pepper")))
-}}
{{- toYaml (mergeOverwrite $own (deepCopy $root.Values.config)) -}}
{{- end }}

{{/* A pod of either role. */}}
{{- define "health-tools.pod" -}}
{{- $root := .root -}}
metadata:
  labels:
    {{- include "health-tools.selector" . | nindent 4 }}
  annotations:
    checksum/config: {{ include "health-tools.config" . | sha256sum }}
    prometheus.io/scrape: "true"
    prometheus.io/port: "9464"
spec:
  automountServiceAccountToken: false
  enableServiceLinks: false
  terminationGracePeriodSeconds: 45
  {{- with $root.Values.imagePullSecrets }}
  imagePullSecrets: {{- toYaml . | nindent 4 }}
  {{- end }}
  securityContext:
    runAsNonRoot: true
    runAsUser: 65532
    runAsGroup: 65532
    fsGroup: 65532
    seccompProfile: { type: RuntimeDefault }
  topologySpreadConstraints:
    - maxSkew: 1
      topologyKey: kubernetes.io/hostname
      whenUnsatisfiable: ScheduleAnyway
      labelSelector:
        matchLabels:
          {{- include "health-tools.selector" . | nindent 10 }}
  containers:
    - name: health-tools
      image: "{{ $root.Values.image.repository }}:{{ $root.Values.image.tag | default $root.Chart.AppVersion }}"
      imagePullPolicy: {{ $root.Values.image.pullPolicy }}
      securityContext:
        allowPrivilegeEscalation: false
        readOnlyRootFilesystem: true
        capabilities: { drop: [ALL] }
      ports:
        {{- if eq .role "api" }}
        - { name: http, containerPort: 8080 }
        {{- end }}
        - { name: operations, containerPort: 9464 }
      startupProbe:
        httpGet: { path: /health/ready, port: operations }
        periodSeconds: 2
        failureThreshold: 60
      livenessProbe:
        httpGet: { path: /health/live, port: operations }
        periodSeconds: 10
        timeoutSeconds: 5
        failureThreshold: 6
      readinessProbe:
        httpGet: { path: /health/ready, port: operations }
        periodSeconds: 5
        timeoutSeconds: 3
      resources: {{- toYaml .resources | nindent 8 }}
      volumeMounts:
        - { name: config, mountPath: /etc/health-tools, readOnly: true }
        - { name: secrets, mountPath: /run/secrets/health-tools, readOnly: true }
        - { name: runtime, mountPath: /run/health-tools }
        - { name: state, mountPath: /var/lib/health-tools }
        - { name: temporary, mountPath: /tmp }
  volumes:
    - name: config
      configMap: { name: {{ $root.Release.Name }}-{{ .role }} }
    - name: secrets
      secret: { secretName: {{ $root.Values.existingSecret }}, defaultMode: 0440 }
    - name: runtime
      emptyDir: { medium: Memory, sizeLimit: 1Mi }
    - name: state
      emptyDir: {}
    - name: temporary
      emptyDir: {}
{{- end }}
