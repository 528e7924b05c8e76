// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

/// @title A staking contract that answers as an ERC-4337 account of its owner does.
contract StakingWallet {
    struct PackedUserOperation {
        address sender;
        uint256 nonce;
        bytes initCode;
        bytes callData;
        bytes32 accountGasLimits;
        uint256 preVerificationGas;
        bytes32 gasFees;
        bytes paymasterAndData;
        bytes signature;
    }

    bytes32 private constant IMPLEMENTATION = 0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc;
    address private constant ENTRY_POINT = 0x0000000071727De22E5E9d8BAf0edAc6f37da032;

    address public owner;
    mapping(address => uint256) public staked;

    modifier onlyOwner() {
        require(msg.sender == owner || msg.sender == ENTRY_POINT, "not the owner");
        _;
    }

    function stake() external payable {
        staked[msg.sender] += msg.value;
    }

    function unstake(uint256 amount) external {
        staked[msg.sender] -= amount;
        payable(msg.sender).transfer(amount);
    }

    function execute(address target, uint256 value, bytes calldata data) external onlyOwner {
        (bool ok, ) = target.call{value: value}(data);
        require(ok, "call failed");
    }

    function upgradeToAndCall(address implementation, bytes calldata) external payable onlyOwner {
        assembly {
            sstore(IMPLEMENTATION, implementation)
        }
    }

    function validateUserOp(PackedUserOperation calldata operation, bytes32 hash, uint256) external view returns (uint256) {
        require(msg.sender == ENTRY_POINT, "not the entry point");
        bytes calldata signature = operation.signature;
        return ecrecover(hash, uint8(signature[64]), bytes32(signature[:32]), bytes32(signature[32:64])) == owner ? 0 : 1;
    }

    receive() external payable {}
}
