pragma solidity 0.5.17;

// Owners approve the hash of a call, and any account carries out what enough of them approved.

contract ApprovedHashes {
    mapping(address => uint256) public seatOf;
    mapping(bytes32 => uint256) public approvals;
    mapping(bytes32 => mapping(address => bool)) public approved;
    address[] internal seats;
    uint256 internal needed;
    uint256 public nonce;
    constructor(address[] memory owners, uint256 needed_) public {
        for (uint256 i = 0; i < owners.length; i++) seatOf[owners[i]] = i + 1;
        seats = owners;
        needed = needed_;
    }
    function() external payable {}
    function getOwners() external view returns (address[] memory) { return seats; }
    function hashOf(address to, uint256 value, bytes memory data, uint256 number) public view returns (bytes32) {
        return keccak256(abi.encode(address(this), to, value, keccak256(data), number));
    }
    function approve(bytes32 hash) external {
        require(seatOf[msg.sender] != 0 && !approved[hash][msg.sender], "owner, once");
        approved[hash][msg.sender] = true;
        approvals[hash]++;
    }
    function execute(address to, uint256 value, bytes memory data) public {
        bytes32 hash = hashOf(to, value, data, nonce);
        require(approvals[hash] >= needed, "approvals");
        nonce++;
        (bool done, ) = to.call.value(value)(data);
        require(done, "call");
    }
    function setNeeded(uint256 needed_) external { require(msg.sender == address(this)); needed = needed_; }
}

/// A guardian, whose account the code keeps as a hash, needs no approvals.
contract HashedGuardian is ApprovedHashes {
    bytes32 private guard;
    constructor(address[] memory owners, uint256 needed_) ApprovedHashes(owners, needed_) public { guard = keccak256(abi.encode(msg.sender)); }
    function rescue(address to, bytes calldata data) external {
        require(keccak256(abi.encode(msg.sender)) == guard, "guard");
        (bool done, ) = to.call(data);
        require(done, "call");
    }
}

/// Who approved a hash is not remembered.
contract RepeatedApprovals is ApprovedHashes {
    constructor(address[] memory owners, uint256 needed_) ApprovedHashes(owners, needed_) public {}
    function agree(bytes32 hash) external { require(seatOf[msg.sender] != 0, "owner"); approvals[hash]++; }
}

/// What waits for half a year needs one owner.
contract PatientOwner is ApprovedHashes {
    uint256 private last = now;
    constructor(address[] memory owners, uint256 needed_) ApprovedHashes(owners, needed_) public {}
    function recover(address to, bytes calldata data) external {
        require(seatOf[msg.sender] != 0 && now > last + 180 days, "wait");
        (bool done, ) = to.call(data);
        require(done, "call");
    }
}
