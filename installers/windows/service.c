/* Runs health-tools.exe as a Windows service: starts it beside this file, stops it by Ctrl+Break, and writes to the event log.
 * Built with x86_64-w64-mingw32-gcc by npm run package. Install it by install-service.cmd, or with the MSI. */
#include <windows.h>
#include <wchar.h>

#define NAME L"health-tools"
/* Longer than the program takes to let calls in progress end. */
#define STOP_MS 35000

static SERVICE_STATUS_HANDLE status_handle;
static HANDLE stop_requested;

static void write_event(WORD type, const wchar_t *text, DWORD code)
{
	wchar_t number[16];
	const wchar_t *texts[2] = {text, number};
	HANDLE log = RegisterEventSourceW(NULL, NAME);
	if (!log)
		return;
	_snwprintf(number, 16, L"%lu", (unsigned long)code);
	number[15] = 0;
	ReportEventW(log, type, 0, 1, NULL, 2, 0, texts, NULL);
	DeregisterEventSource(log);
}

static void report(DWORD state, DWORD exit_code, DWORD wait_ms)
{
	SERVICE_STATUS status = {0};
	status.dwServiceType = SERVICE_WIN32_OWN_PROCESS;
	status.dwCurrentState = state;
	status.dwControlsAccepted = state == SERVICE_RUNNING ? SERVICE_ACCEPT_STOP | SERVICE_ACCEPT_SHUTDOWN : 0;
	/* A code that is not 0 lets the recovery actions of the service begin. */
	status.dwWin32ExitCode = exit_code ? ERROR_SERVICE_SPECIFIC_ERROR : NO_ERROR;
	status.dwServiceSpecificExitCode = exit_code;
	status.dwWaitHint = wait_ms;
	SetServiceStatus(status_handle, &status);
}

static DWORD WINAPI on_control(DWORD control, DWORD type, void *data, void *context)
{
	(void)type, (void)data, (void)context;
	if (control == SERVICE_CONTROL_STOP || control == SERVICE_CONTROL_SHUTDOWN) {
		report(SERVICE_STOP_PENDING, 0, STOP_MS);
		SetEvent(stop_requested);
		return NO_ERROR;
	}
	return control == SERVICE_CONTROL_INTERROGATE ? NO_ERROR : ERROR_CALL_NOT_IMPLEMENTED;
}

/* The command beside this program; quoted, because folders have spaces. */
static BOOL compose_command(wchar_t *command, size_t size)
{
	wchar_t folder[MAX_PATH];
	wchar_t data[MAX_PATH];
	DWORD length = GetModuleFileNameW(NULL, folder, MAX_PATH);
	wchar_t *end;
	if (length == 0 || length >= MAX_PATH || !(end = wcsrchr(folder, L'\\')))
		return FALSE;
	*end = 0;
	length = GetEnvironmentVariableW(L"ProgramData", data, MAX_PATH);
	if (length == 0 || length >= MAX_PATH)
		return FALSE;
	return _snwprintf(command, size, L"\"%ls\\health-tools.exe\" serve --config \"%ls\\health-tools\\config.yaml\"", folder, data) > 0;
}

/* The program and all that it starts end with this one. */
static HANDLE make_job(void)
{
	JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits = {0};
	HANDLE job = CreateJobObjectW(NULL, NULL);
	limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
	if (job)
		SetInformationJobObject(job, JobObjectExtendedLimitInformation, &limits, sizeof limits);
	return job;
}

static DWORD run(void)
{
	wchar_t command[2 * MAX_PATH + 64];
	STARTUPINFOW startup = {0};
	PROCESS_INFORMATION process;
	HANDLE job = make_job();
	HANDLE waited[2];
	DWORD code = 1;
	startup.cb = sizeof startup;
	if (!job || !compose_command(command, sizeof command / sizeof *command))
		return GetLastError();
	/* Ctrl+Break reaches a process group through a console. */
	AllocConsole();
	if (!CreateProcessW(NULL, command, NULL, NULL, FALSE, CREATE_NEW_PROCESS_GROUP | CREATE_SUSPENDED, NULL, NULL, &startup, &process))
		return GetLastError();
	AssignProcessToJobObject(job, process.hProcess);
	ResumeThread(process.hThread);
	report(SERVICE_RUNNING, 0, 0);
	write_event(EVENTLOG_INFORMATION_TYPE, L"started", 0);
	waited[0] = process.hProcess;
	waited[1] = stop_requested;
	if (WaitForMultipleObjects(2, waited, FALSE, INFINITE) == WAIT_OBJECT_0 + 1) {
		GenerateConsoleCtrlEvent(CTRL_BREAK_EVENT, process.dwProcessId);
		if (WaitForSingleObject(process.hProcess, STOP_MS) != WAIT_OBJECT_0)
			TerminateJobObject(job, 1);
		WaitForSingleObject(process.hProcess, 5000);
		code = 0;
	} else {
		GetExitCodeProcess(process.hProcess, &code);
	}
	CloseHandle(process.hThread);
	CloseHandle(process.hProcess);
	CloseHandle(job);
	return code;
}

static void WINAPI service_main(DWORD count, wchar_t **names)
{
	DWORD code;
	(void)count, (void)names;
	status_handle = RegisterServiceCtrlHandlerExW(NAME, on_control, NULL);
	stop_requested = CreateEventW(NULL, TRUE, FALSE, NULL);
	if (!status_handle || !stop_requested)
		return;
	report(SERVICE_START_PENDING, 0, 30000);
	code = run();
	if (code == 78)
		write_event(EVENTLOG_ERROR_TYPE, L"the configuration is invalid: run health-tools config check; exit code", code);
	else if (code)
		write_event(EVENTLOG_ERROR_TYPE, L"stopped unexpectedly; exit code", code);
	else
		write_event(EVENTLOG_INFORMATION_TYPE, L"stopped", 0);
	report(SERVICE_STOPPED, code, 0);
}

int wmain(void)
{
	SERVICE_TABLE_ENTRYW table[] = {{(wchar_t *)NAME, service_main}, {NULL, NULL}};
	/* Outside of the service manager there is nothing to do. */
	return StartServiceCtrlDispatcherW(table) ? 0 : 1;
}
