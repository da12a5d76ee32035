// Declarations of macOS's headers as remembered from Apple's open-source xnu and Libc, without nullability.
#include <stddef.h>
#include <stdint.h>
typedef int32_t pid_t; typedef uint32_t uid_t; typedef uint32_t gid_t; typedef uint16_t mode_t;
typedef int64_t off_t; typedef int32_t dev_t; typedef uint64_t ino_t; typedef uint16_t nlink_t;
typedef long ssize_t; typedef long time_t; typedef int32_t blksize_t; typedef int64_t blkcnt_t;
typedef unsigned int nfds_t;
struct timespec { time_t tv_sec; long tv_nsec; };
struct stat { dev_t st_dev; mode_t st_mode; nlink_t st_nlink; ino_t st_ino; uid_t st_uid; gid_t st_gid; dev_t st_rdev;
  struct timespec st_atimespec, st_mtimespec, st_ctimespec, st_birthtimespec; off_t st_size; blkcnt_t st_blocks;
  blksize_t st_blksize; uint32_t st_flags; uint32_t st_gen; int32_t st_lspare; int64_t st_qspare[2]; };
int stat(const char *, struct stat *); int lstat(const char *, struct stat *); int fstat(int, struct stat *);
int chmod(const char *, mode_t); int mkdir(const char *, mode_t); int lchown(const char *, uid_t, gid_t);
int utimensat(int, const char *, const struct timespec [2], int);
int unlink(const char *); int rmdir(const char *); int rename(const char *, const char *);
int linkat(int, const char *, int, const char *, int);
ssize_t read(int, void *, size_t); ssize_t pread(int, void *, size_t, off_t); ssize_t write(int, const void *, size_t);
int close(int); off_t lseek(int, off_t, int); int pipe(int [2]); int isatty(int); pid_t getpid(void); int pause(void);
void exit(int) __attribute__((noreturn)); void _exit(int) __attribute__((noreturn));
char *getenv(const char *); char *realpath(const char *, char *); void free(void *);
void *memcpy(void *, const void *, size_t); int memcmp(const void *, const void *, size_t);
size_t strlen(const char *); char *strdup(const char *); char *strerror(int);
typedef struct __sFILE { int _file; } FILE;
FILE *tmpfile(void); int fclose(FILE *); int fileno(FILE *);
typedef struct { int fd; } DIR;
struct dirent { uint64_t d_ino; uint64_t d_seekoff; uint16_t d_reclen; uint16_t d_namlen; uint8_t d_type; char d_name[1024]; };
DIR *opendir(const char *); struct dirent *readdir(DIR *); int closedir(DIR *);
typedef void *posix_spawnattr_t; typedef void *posix_spawn_file_actions_t;
int posix_spawnp(pid_t *, const char *, const posix_spawn_file_actions_t *, const posix_spawnattr_t *, char *const [], char *const []);
int posix_spawn_file_actions_init(posix_spawn_file_actions_t *); int posix_spawn_file_actions_destroy(posix_spawn_file_actions_t *);
int posix_spawn_file_actions_adddup2(posix_spawn_file_actions_t *, int, int);
int posix_spawn_file_actions_addopen(posix_spawn_file_actions_t *, int, const char *, int, mode_t);
int posix_spawnattr_init(posix_spawnattr_t *); int posix_spawnattr_destroy(posix_spawnattr_t *);
int posix_spawnattr_setflags(posix_spawnattr_t *, short); int posix_spawnattr_setpgroup(posix_spawnattr_t *, pid_t);
#define POSIX_SPAWN_SETPGROUP 0x0002
#define POSIX_SPAWN_SETSIGMASK 0x0008
#define PATH_MAX 1024
typedef uint32_t sigset_t; int sigemptyset(sigset_t *); int posix_spawnattr_setsigmask(posix_spawnattr_t *, const sigset_t *); int pause(void); int pthread_sigmask(int, const sigset_t *, sigset_t *);
#define SIG_SETMASK 3
struct tm { int tm_sec; int tm_min; int tm_hour; int tm_mday; int tm_mon; int tm_year; int tm_wday; int tm_yday;
  int tm_isdst; long tm_gmtoff; char *tm_zone; };
struct tm *localtime_r(const time_t *, struct tm *);
#define O_DIRECTORY 0x00100000
int ftruncate(int, off_t);
ssize_t readlink(const char *, char *, size_t);
pid_t waitpid(pid_t, int *, int); int kill(pid_t, int); int raise(int); int usleep(uint32_t);
#define WNOHANG 0x00000001
typedef void (*sig_t)(int);
void (*signal(int, void (*)(int)))(int);
struct pollfd { int fd; short events; short revents; }; int poll(struct pollfd *, nfds_t, int);
struct winsize { unsigned short ws_row, ws_col, ws_xpixel, ws_ypixel; };
struct flock { off_t l_start; off_t l_len; pid_t l_pid; short l_type; short l_whence; }; int flock(int, int);
int *__error(void);
double pow(double, double); double cos(double); double sin(double); double log2(double); double log10(double); double sqrt(double);
float powf(float, float); float cosf(float); float sinf(float); float log2f(float); float log10f(float);
double exp(double); double floor(double); double exp2(double); double cbrt(double); float cbrtf(float); float hypotf(float, float); double hypot(double,double);
double atan2(double,double); double log(double); float expf(float); float logf(float); double fmod(double,double);
#define AT_FDCWD -2
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define O_RDONLY 0x0000
#define O_WRONLY 0x0001
#define O_RDWR 0x0002
#define O_NONBLOCK 0x00000004
#define O_NOFOLLOW 0x00000100
#define O_APPEND 0x00000008
#define O_CREAT 0x00000200
#define O_EXCL 0x00000800
#define O_CLOEXEC 0x01000000
#define SEEK_SET 0
#define F_GETFD 1
#define F_SETFD 2
#define FD_CLOEXEC 1
#define LOCK_SH 0x01
#define LOCK_EX 0x02
#define LOCK_NB 0x04
#define POLLIN 0x0001
#define SIGHUP 1
#define SIGINT 2
#define SIGPIPE 13
#define SIGKILL 9
#define SIGTERM 15
#define ENOENT 2
#define EINTR 4
#define EACCES 13
#define EEXIST 17
#define EXDEV 18
#define ENOTDIR 20
#define EINVAL 22
#define EFBIG 27
#define ENOSPC 28
#define EROFS 30
#define EPIPE 32
#define ENOTSUP 45
#define ENOTEMPTY 66
#define EDQUOT 69
#define ENOSYS 78
#define EPERM 1
#define EBADF 9
#define EISDIR 21
#define M_PI 3.14159265358979323846264338327950288
int setenv(const char *, const char *, int); int unsetenv(const char *); int putc(int, FILE *);
extern FILE *__stderrp;
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define EX_USAGE 64
