// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

/// @title Deposits, stakes and nonces of an ERC-4337 entry point.
abstract contract EntryDeposits {
    event Deposited(address indexed account, uint256 totalDeposit);
    event Withdrawn(address indexed account, address withdrawAddress, uint256 amount);
    event StakeLocked(address indexed account, uint256 totalStaked, uint256 unstakeDelaySec);
    event StakeUnlocked(address indexed account, uint256 withdrawTime);
    event StakeWithdrawn(address indexed account, address withdrawAddress, uint256 amount);

    struct DepositInfo {
        uint256 deposit;
        bool staked;
        uint112 stake;
        uint32 unstakeDelaySec;
        uint48 withdrawTime;
    }

    mapping(address => DepositInfo) internal infos;
    mapping(address => mapping(uint192 => uint256)) public nonceSequenceNumber;

    receive() external payable {
        depositTo(msg.sender);
    }

    function getDepositInfo(address account) external view returns (DepositInfo memory info) {
        return infos[account];
    }

    function balanceOf(address account) external view returns (uint256) {
        return infos[account].deposit;
    }

    function depositTo(address account) public payable {
        infos[account].deposit += msg.value;
        emit Deposited(account, infos[account].deposit);
    }

    function withdrawTo(address payable withdrawAddress, uint256 withdrawAmount) external {
        require(withdrawAmount <= infos[msg.sender].deposit, "Withdraw amount too large");
        infos[msg.sender].deposit -= withdrawAmount;
        emit Withdrawn(msg.sender, withdrawAddress, withdrawAmount);
        (bool sent,) = withdrawAddress.call{value: withdrawAmount}("");
        require(sent, "failed to withdraw");
    }

    function addStake(uint32 unstakeDelaySec) external payable {
        DepositInfo storage info = infos[msg.sender];
        require(unstakeDelaySec > 0, "must specify unstake delay");
        require(unstakeDelaySec >= info.unstakeDelaySec, "cannot decrease unstake time");
        info.stake += uint112(msg.value);
        require(info.stake > 0, "no stake specified");
        (info.staked, info.unstakeDelaySec, info.withdrawTime) = (true, unstakeDelaySec, 0);
        emit StakeLocked(msg.sender, info.stake, unstakeDelaySec);
    }

    function unlockStake() external {
        DepositInfo storage info = infos[msg.sender];
        require(info.unstakeDelaySec != 0, "not staked");
        require(info.staked, "already unstaking");
        info.withdrawTime = uint48(block.timestamp) + info.unstakeDelaySec;
        info.staked = false;
        emit StakeUnlocked(msg.sender, info.withdrawTime);
    }

    function withdrawStake(address payable withdrawAddress) external {
        DepositInfo storage info = infos[msg.sender];
        uint256 stake = info.stake;
        require(stake > 0, "No stake to withdraw");
        require(info.withdrawTime > 0, "must call unlockStake() first");
        require(info.withdrawTime <= block.timestamp, "Stake withdrawal is not due");
        (info.stake, info.unstakeDelaySec, info.withdrawTime) = (0, 0, 0);
        emit StakeWithdrawn(msg.sender, withdrawAddress, stake);
        (bool sent,) = withdrawAddress.call{value: stake}("");
        require(sent, "failed to withdraw stake");
    }

    /// The key in the upper 192 bits, the number within the key in the lower 64.
    function getNonce(address sender, uint192 key) external view returns (uint256 nonce) {
        return nonceSequenceNumber[sender][key] | (uint256(key) << 64);
    }

    function incrementNonce(uint192 key) external {
        nonceSequenceNumber[msg.sender][key]++;
    }

    function _useNonce(address sender, uint256 nonce) internal returns (bool) {
        return nonceSequenceNumber[sender][uint192(nonce >> 64)]++ == uint64(nonce);
    }
}
