# The exception of longjmp.
	.tagtype __c_longjmp i32
	.globl __c_longjmp
__c_longjmp:
